"""What drawing chunks to ask about takes in time and memory, beside only reading the same corpus.

Run by hand: `python tests/benchmarks/generation_sampling.py FOLDER [chunks …]`; 10,000, 100,000 and 1,000,000 if left out.
FOLDER is made, gets the corpora and is removed. Each figure is of a process of its own: CPU microseconds a chunk, and the peak of
its memory (ru_maxrss) in MB. A tenth of the chunks are near-duplicates of others, and 200 are taken.

Measured on 2 cores that others used too (load 1 to 5), x86_64, Python 3.11:

       10,000 chunks  read only   37.4 µs a chunk   39 MB      sample  183.7 µs a chunk   50 MB
      100,000 chunks  read only   12.2 µs a chunk   43 MB      sample  151.2 µs a chunk   73 MB
    1,000,000 chunks  read only    9.3 µs a chunk   61 MB      sample  169.2 µs a chunk   90 MB

Drawing adds 11 MB to 10,000 chunks, 30 MB to 100,000 and 29 MB to 1,000,000. Most of the time goes into looking whether a chunk
states anything, and what it is about: 2 s for 10,000 chunks.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from itertools import accumulate
from pathlib import Path

READ = "for chunk in read_corpus(sys.argv[1]): pass"
SAMPLE = "taken = list(islice(sample(read_corpus(sys.argv[1]), seed=7), 200))"
CODE = """
import resource, sys
from itertools import islice
from goldkit.formats.corpus import read_corpus
from goldkit.generation.sample import sample
{work}
used = resource.getrusage(resource.RUSAGE_SELF)
print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
"""
WORDS = 120


def main(folder: Path, sizes: list[int]) -> None:
    """Print a line a corpus and a kind of work."""
    folder.mkdir(parents=True)
    try:
        for size in sizes:
            path = folder / f"{size}.jsonl"
            _write(path, size)
            for name, work in (("read only", READ), ("sample", SAMPLE)):
                seconds, memory = _measured(path, work)
                print(
                    f"{size:>9,} chunks  {name:<9}  {seconds / size * 1e6:7.1f} µs a chunk  {memory:6.0f} MB",
                    flush=True,
                )
            path.unlink()
    finally:
        shutil.rmtree(folder)


def _measured(path: Path, work: str) -> tuple[float, float]:
    done = subprocess.run(
        [sys.executable, "-c", CODE.format(work=work), str(path)], capture_output=True, text=True, check=True
    )
    seconds, memory = done.stdout.split()
    return float(seconds), float(memory)


def _write(path: Path, size: int) -> None:
    """Chunks of 120 invented words, half of them in seven large documents, the others in documents of five."""
    chance = random.Random(size)
    vocabulary = ["".join(chance.choices("abdegiklmnoprstu", k=chance.randint(3, 9))) for _ in range(20_000)]
    totals = list(accumulate(1 / rank for rank in range(1, len(vocabulary) + 1)))
    text = ""
    with path.open("w", encoding="utf-8") as lines:
        for at in range(size):
            if at % 10 or not text:
                words = chance.choices(vocabulary, cum_weights=totals, k=WORDS)
                text = (
                    ". ".join(" ".join(words[start : start + 12]).capitalize() for start in range(0, WORDS, 12)) + "."
                )
            else:
                text = text.replace(". ", ".\n")
            document = f"big-{at % 7}" if at % 100 < 50 else f"d{at // 10}"
            lines.write(json.dumps({"id": f"{document}#{at}", "doc_id": document, "text": text}) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), [int(size) for size in sys.argv[2:]] or [10_000, 100_000, 1_000_000])
