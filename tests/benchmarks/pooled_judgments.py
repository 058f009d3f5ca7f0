"""Whether widening and pooled judgments bring back what is true about runs, on Cranfield.

Run by hand: `GOLDKIT_REAL_DATA=… python tests/benchmarks/pooled_judgments.py [seed …]` (about 10 minutes a seed).

Four runs: T (BM25 on titles), B (BM25), W (a dense one), R (B and W fused). A third of the relevant chunks get a copy, every
other one with a number or a negation changed; each run returns copies in place of originals or behind them, at a rate of its own.
Then the relevant labels are dropped that only one run found: T's, B's, R's, W's, or all of these. What is true: all labels, a
faithful copy being one fact with its original, a changed one irrelevant. Review's next pairs are answered by that, and after each
round all is widened and pooled again. Means are recall@10; error is that of the deltas of the six pairs of runs, on average.

Measured: scenarios of about 4,300 open pairs, of which 0.6 to 4 % are relevant. "By score" takes what is unjudged as irrelevant;
"expected" is what `goldkit pool` says. The estimate, and that half of what is asked first is drawn by lot, were chosen while
looking at seeds 0, 1, 2; seeds 3 and 4 were run once, afterwards.

    judged of the open pairs                      raw    widened  5 %    10 %   20 %   30 %   50 %
    seeds 0-2  error of the deltas by score       .0202  .0170    .0160  .0150  .0127  .0105  .0075
               error of the deltas expected                       .0110  .0075  .0059  .0061  .0041
               right order by score, of 15        8      10       10     10     10     10     13
               right order expected, of 15                        7      11     13     11     14
    seeds 3-4  error of the deltas by score       .0194  .0171    .0167  .0158  .0130  .0112  .0082
               error of the deltas expected                       .0111  .0097  .0064  .0066  .0038
               right order by score, of 10        2      4        4      4      4      4      5
               right order expected, of 10                        5      6      4      4      3

The aim, the order restored once 20 % are judged, is missed. Of the scenarios whose order was wrong once widened, the expected
order was right at 20 % in 5 of 5 on the first seeds and in 3 of 6 on the fresh ones, and it was wrong where score had it right in
2 of 10 and 3 of 4; by score none of the 11 was right before 50 %. What holds on both: at 20 % the error of the deltas expected is
a third of the one at the start. Why that does not restore the order: it leaves an error of .006, and on the fresh seeds all but
one of the pairs that stand wrong at 20 % are B and R (.0037 apart) or B and W (.0003), nearer than that. Why score gains so
little: few pairs are relevant, wherever one looks first, so judging a part mends about that part of the error, but tells how
relevant the rest is.

Widening (seeds 0-2): none of 409 changed copies was taken for the same, 27 of 414 faithful ones were called different.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from cranfield_with_copies import SCALE, K, World, truth_of, world

from goldkit.duplicates.enrol import enrol
from goldkit.records import Judgment, Query, Run
from goldkit.results.pool import Pooled
from goldkit.review.queue import queue
from goldkit.review.texts import current_texts
from goldkit.scoring.options import ScoreOptions
from goldkit.scoring.pool import pool, save_pooled
from goldkit.scoring.score import score
from goldkit.sets.enroll import enroll
from goldkit.sets.golden import dev_set, read_golden
from goldkit.sets.pool_subject import pool_subject
from goldkit.sets.scoreset import ScoreSet
from goldkit.store.golden import GoldenDirectory
from goldkit.store.settings import Settings

MEASURE = f"recall@{K}"
AT = "2026-12-01T10:00:00Z"
PARTS = (0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.5)
"""Judged pairs after each round, of all that were open once widened."""
LETTERS = {"bm25-title": "T", "bm25": "B", "rrf-bm25-wordllama": "R", "wordllama256": "W"}


def only_found_by(world: World, names: Sequence[str]) -> set[tuple[str, str]]:
    """The relevant pairs that one of these runs has in its top k and no other run has."""
    found = defaultdict(set)
    for run in world.unaltered:
        for query, chunks in run.rankings.items():
            for chunk in chunks[:K]:
                if world.grades.get(query, {}).get(chunk):
                    found[query, chunk].add(run.name)
    return {pair for pair, runs in found.items() if len(runs) == 1 and runs <= set(names)}


def golden_of(world: World, dropped: set[tuple[str, str]], folder: Path) -> GoldenDirectory:
    golden = GoldenDirectory(folder)
    golden.create()
    golden.write_settings(Settings(scale=SCALE, k=K))
    labels = [
        decided(query, chunk, grade)
        for query, own in world.grades.items()
        for chunk, grade in own.items()
        if (query, chunk) not in dropped
    ]
    judged = {label.chunk for label in labels}
    enroll(golden, [Query(id=q, text=t) for q, t in world.queries.items()], labels, [world.corpus[c] for c in judged])
    return golden


def decided(query: str, chunk: str, grade: int, now: str = AT) -> Judgment:
    return Judgment(query=query, chunk=chunk, grade=grade, status="decided", source="human", by="truth", at=now)


def means(scoreset: ScoreSet, runs: Sequence[Run]) -> dict[str, float]:
    result = score(scoreset, runs, [MEASURE], K, options=ScoreOptions(replicates=1))
    return {run.name: run.means[MEASURE] for run in result.runs}


def ordered(found: Mapping[str, float]) -> str:
    """The runs, best first, by their letters."""
    return " ".join(LETTERS[name] for name in sorted(found, key=lambda name: -found[name]))


def wrong_pairs(found: Mapping[str, float], truth: Mapping[str, float]) -> int:
    """How many of all pairs of runs stand the wrong way round."""
    return sum((found[a] - found[b]) * (truth[a] - truth[b]) <= 0 for a, b in combinations(truth, 2))


def error(found: Mapping[str, float], truth: Mapping[str, float]) -> float:
    """The mean absolute error of the deltas of all pairs of runs."""
    pairs = list(combinations(truth, 2))
    return sum(abs(found[a] - found[b] - truth[a] + truth[b]) for a, b in pairs) / len(pairs)


@dataclass
class Row:
    """One state of the labels. part: judged pairs, of all open ones once widened. expected: from `goldkit pool`, None at first."""

    state: str
    part: float
    means: dict[str, float]
    expected: dict[str, float] | None = None


def story(world: World, dropped: set[tuple[str, str]], folder: Path) -> Iterator[Row]:
    """Raw, widened, then pooled and judged in rounds: review's next pairs are answered by what is true."""
    golden = golden_of(world, dropped, folder)
    yield Row("raw", 0.0, measured(golden, world))
    enrol(golden, world.corpus.values(), AT)
    everything = 0
    for round_ in range(len(PARTS) + 1):
        pooled = pool(pool_subject(golden), world.runs, world.corpus.values(), depth=K, at=at(2 * round_), bm25=False)
        save_pooled(golden, pooled)
        everything = everything or pooled.pairs.open
        done = round_ and PARTS[round_ - 1]
        yield Row("judged" if round_ else "widened", done, measured(golden, world), expected(pooled))
        if round_ < len(PARTS):
            judge(golden, world, round(everything * PARTS[round_]) - round(everything * done), at(2 * round_ + 1))
            enrol(golden, world.corpus.values(), AT)


def judge(golden: GoldenDirectory, world: World, number: int, now: str) -> None:
    """Answer what review would show next."""
    present, judgments = read_golden(golden), golden.judgments()
    items = queue(present, judgments, "truth", current_texts(present.chunks, judgments))
    pairs = [(item.query.id, item.chunk) for item in items if item.priority][:number]
    golden.append("judgments.jsonl", [decided(*pair, world.grade(*pair), now) for pair in pairs])


def measured(golden: GoldenDirectory, world: World) -> dict[str, float]:
    return means(dev_set(read_golden(golden)), world.runs)


def expected(pooled: Pooled) -> dict[str, float] | None:
    """Each run's expected delta to the first; None where nothing is expected yet."""
    deltas = {one.run: one.expected for one in pooled.comparisons}
    if None in deltas.values():
        return None
    return {pooled.comparisons[0].baseline: 0.0} | {name: delta or 0.0 for name, delta in deltas.items()}


def at(step: int) -> str:
    return f"2026-12-01T{10 + step // 60:02}:{step % 60:02}:00Z"


def main(seeds: Sequence[int]) -> None:
    data = Path(os.environ["GOLDKIT_REAL_DATA"])
    for seed in seeds:
        made = world(data, seed)
        truth = means(truth_of(made), made.runs)
        names = [run.name for run in made.runs]
        print(f"seed {seed}: the truth is {ordered(truth)}, {MEASURE} {sorted(truth.values(), reverse=True)}")
        for scenario in ([name] for name in names), [names]:
            for victims in scenario:
                dropped = only_found_by(made, victims)
                who = ", ".join(LETTERS[name] for name in victims)
                print(f"  dropped: {len(dropped)} labels that one run alone found, of {who}", flush=True)
                with tempfile.TemporaryDirectory() as folder:
                    for row in story(made, dropped, Path(folder) / "golden"):
                        print(f"    {told(row, truth)}", flush=True)


def told(row: Row, truth: Mapping[str, float]) -> str:
    line = f"{row.state:8}{row.part:6.1%}  {_judged(row.means, truth)}"
    return line if row.expected is None else f"{line} | expected {_judged(row.expected, truth)}"


def _judged(found: Mapping[str, float], truth: Mapping[str, float]) -> str:
    return f"{ordered(found)}  {wrong_pairs(found, truth)} wrong, error {error(found, truth):.4f}"


if __name__ == "__main__":
    main([int(seed) for seed in sys.argv[1:]] or [0, 1, 2, 3, 4])
