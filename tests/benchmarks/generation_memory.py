"""How much memory `goldkit generate` takes as it gets more and more questions.

Run by hand: `python tests/benchmarks/generation_memory.py FOLDER [questions …]`; 10,000, 50,000 and 100,000 if left out.
FOLDER is made and removed. Each figure is of a process of its own: the peak of its memory (ru_maxrss) in MB once the plan stands,
once that many questions are accepted, and once they are saved to a golden directory. The corpus has half as many chunks again as
there are questions. The model answers at once, in the process: nothing is sent, but every reply goes to the journal, on disk.

Measured on 2 cores that others used too, Python 3.11, once:

       10,000 questions  planned  56 MB  asked  77 MB  saved  79 MB
       50,000 questions  planned  85 MB  asked 138 MB  saved 141 MB
      100,000 questions  planned  82 MB  asked 173 MB  saved 194 MB

Later, with fewer token hashes held, once more for two of them:

       10,000 questions  planned  57 MB  asked  78 MB  saved  79 MB
       50,000 questions  planned  87 MB  asked 132 MB  saved 139 MB

Saving adds 2 to 21 MB to what asking took. It was 99, 264 and 430 MB in all as long as every question of the set was read to look
for frozen ones that a rejected draft might repeat, even where nothing is frozen. Asking adds some 1 KB a question (91 MB for
100,000), so it is not flat.
"""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

from generation_speed import completion, corpus

from goldkit.formats.corpus import read_corpus
from goldkit.generation.generate import generate
from goldkit.generation.plan import plan_generation
from goldkit.llm.client import Answer
from goldkit.llm.endpoint import Endpoint
from goldkit.llm.journal import Journal
from goldkit.llm.model import JournaledModel
from goldkit.llm.request import Request
from goldkit.sets import unsaved
from goldkit.store.golden import GoldenDirectory

AT = "2026-12-01T10:00:00Z"


class Ready:
    """A client that has every answer already."""

    endpoint = Endpoint(base_url="http://127.0.0.1:1/v1")

    def send(self, request: Request) -> Answer:
        """A good question about the passage."""
        return Answer(body=completion(request.messages[-1]["content"]), sent={"format": "json_schema"})

    def used(self, request: Request, tokens: float) -> None:
        """Nothing to keep to."""

    def stop(self) -> None:
        """Nothing is sent anyway."""


def one(folder: Path, n: int) -> None:
    """Ask for n questions and save them; print the peaks."""
    path = folder / "corpus.jsonl"
    corpus(path, n + n // 2)
    directory = GoldenDirectory(folder / "golden")
    model = JournaledModel("m", Ready(), Journal(directory.path / "journal"), concurrency=4)  # type: ignore[arg-type]
    plan = plan_generation(read_corpus(path), seed=1)
    begun, planned = time.process_time(), _peak()
    result = generate(plan, n, model, at=AT)
    asked, taken = _peak(), time.process_time() - begun
    assert len(result.queries) == n, (result.stopped, result.rejected)
    unsaved.put_aside(directory, result, {})
    unsaved.save(directory, result, None)
    print(f"{n:>9,} questions  planned {planned:4.0f} MB  asked {asked:4.0f} MB  saved {_peak():4.0f} MB  "
          f"{taken / n * 1e6:6.0f} µs a question")  # fmt: skip


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main(folder: Path, sizes: list[int]) -> None:
    """A process for each size."""
    for size in sizes:
        folder.mkdir(parents=True)
        try:
            subprocess.run([sys.executable, __file__, "--one", str(folder), str(size)], check=True)
        finally:
            shutil.rmtree(folder)


if __name__ == "__main__":
    if sys.argv[1] == "--one":
        one(Path(sys.argv[2]), int(sys.argv[3]))
    else:
        main(Path(sys.argv[1]), [int(size) for size in sys.argv[2:]] or [10_000, 50_000, 100_000])
