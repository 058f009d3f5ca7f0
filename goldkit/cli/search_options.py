"""Options of the commands that look for near-duplicates, and how they tell how far they are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from goldkit.cli.output import say
from goldkit.cli.progress import Counter

if TYPE_CHECKING:
    from goldkit.duplicates.engine import Engine
    from goldkit.records import Chunk

STEP = 1000
"""Chunks between two words about the progress."""

IndexFile = Annotated[
    Path | None,
    typer.Option(
        "--index",
        metavar="FILE",
        help="Keep in FILE what was computed of each text and said of each pair; made if missing. The next search computes"
        " only what is new.",
    ),
]
Workers = Annotated[
    int, typer.Option("--workers", metavar="N", min=1, help="Processes that compute; the result is the same for any.")
]


CORPUS = typer.Option(
    "--corpus",
    metavar="C",
    help="The chunks: JSONL, a BEIR folder, an {id: text} JSON, a folder of .md/.txt, Parquet; with --engine daft or ray"
    " Parquet or JSONL by names, globs and URLs.",
)
Corpus = Annotated[str, CORPUS]
OptionalCorpus = Annotated[str | None, CORPUS]
EngineName = Annotated[
    str,
    typer.Option(
        "--engine",
        metavar="E",
        help="local, or daft or ray (goldkit\\[cluster]) for a corpus that one machine does not hold; the result is the same.",
    ),
]
ScratchFolder = Annotated[
    str | None,
    typer.Option(
        "--scratch",
        metavar="URL",
        help="With --engine daft or ray: a folder or URL for what lies between the steps; all workers must see it.",
    ),
]


def engine_of(index: Path | None, workers: int, name: str = "local", scratch: str | None = None) -> Engine:
    """What the options say; words go to stderr."""
    from goldkit.duplicates.engine import Engine

    return Engine(index=index, workers=workers, say=say, name=name, scratch=scratch, progress=Progress())


def corpus_of(corpus: str, engine: Engine) -> CorpusFile | str:
    """The corpus as the engine takes it."""
    return CorpusFile(Path(corpus)) if engine.name == "local" else corpus


class Progress:
    """Told of what a search has done so much of so much, it says so on stderr until all is."""

    def __init__(self) -> None:
        self._counters: dict[str, Counter] = {}

    def __call__(self, what: str, done: int, whole: int) -> None:
        """done of `whole` of what is counted."""
        # A counter is silent at first from when it is made; long steps without one come before.
        if what not in self._counters:
            self._counters[what] = Counter(what)
        counter = self._counters[what]
        if done < whole:
            counter.show(done, whole)
        else:
            counter.clear()


class CorpusFile:
    """The chunks of a corpus, read from its file each time they are gone through, with the progress on stderr."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __iter__(self) -> Iterator[Chunk]:
        from goldkit.formats.corpus import read_corpus

        counter, read = Counter("chunks read"), 0
        try:
            for read, chunk in enumerate(read_corpus(self.path), 1):
                if read % STEP == 0:
                    counter.show(read)
                yield chunk
        finally:
            counter.clear()
