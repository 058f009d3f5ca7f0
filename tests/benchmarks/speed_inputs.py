"""The inputs of scoring_speed.py: qrels and TREC runs such as a passage collection gives, the same bytes for the same seed.

`python tests/benchmarks/speed_inputs.py FOLDER` writes small (200 × 100), medium (7,000 × 1,000; 290 MB) and large (100,000 × 100)
as `<size>.qrels` and `<size>.trec`, and `ten-0.trec` to `ten-9.trec`: ten runs of 200 × 100 over the small qrels.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

PASSAGES = 8_841_823
"""As many ids as MS MARCO has passages."""
SIZES = {"small": (200, 100), "medium": (7_000, 1_000), "large": (100_000, 100)}


def relevant_of(query: int) -> list[int]:
    """The relevant passages of a query: mostly one."""
    draw = random.Random(f"relevant {query}")
    return [draw.randrange(PASSAGES) for _ in range(draw.choice((1, 1, 1, 1, 2, 3)))]


def ranking(query: int, depth: int, pipeline: int) -> list[int]:
    """Distinct passages; each relevant one is among them two times in three, more often near the top."""
    draw = random.Random(f"ranking {query} {pipeline}")
    found = draw.sample(range(PASSAGES), depth)
    for passage in relevant_of(query):
        if passage not in found and draw.random() < 2 / 3:
            found[min(depth - 1, int(draw.expovariate(1 / 8)))] = passage
    return found


def write_qrels(path: Path, queries: int) -> None:
    """TREC qrels, one line a relevant passage."""
    lines = [f"{100_000 + q} 0 {passage} 1\n" for q in range(queries) for passage in dict.fromkeys(relevant_of(q))]
    path.write_text("".join(lines))


def write_run(path: Path, queries: int, depth: int, pipeline: int = 0) -> None:
    """A TREC run with falling scores, some of them equal."""
    with path.open("w") as file:
        for query in range(queries):
            draw = random.Random(f"scores {query} {pipeline}")
            score, lines = 20 + 10 * draw.random(), []
            for rank, passage in enumerate(ranking(query, depth, pipeline), start=1):
                lines.append(f"{100_000 + query} Q0 {passage} {rank} {score:.6f} pipeline\n")
                score -= draw.choice((0.0, 0.002, 0.01, 0.02)) * draw.random()
            file.write("".join(lines))


def write_all(folder: Path) -> None:
    """Whatever is not there yet."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, (queries, depth) in SIZES.items():
        if not (folder / f"{name}.trec").exists():
            write_qrels(folder / f"{name}.qrels", queries)
            write_run(folder / f"{name}.trec", queries, depth)
    for pipeline in range(10):
        if not (folder / f"ten-{pipeline}.trec").exists():
            write_run(folder / f"ten-{pipeline}.trec", *SIZES["small"], pipeline)


if __name__ == "__main__":
    write_all(Path(sys.argv[1]))
