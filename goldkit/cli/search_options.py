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
        help="Keep what was computed of each text in FILE; made if missing. The next search computes only what is new.",
    ),
]
Workers = Annotated[
    int, typer.Option("--workers", metavar="N", min=1, help="Processes that compute; the result is the same for any.")
]


def engine_of(index: Path | None, workers: int) -> Engine:
    """What the options say; words go to stderr."""
    from goldkit.duplicates.engine import Engine

    return Engine(index=index, workers=workers, say=say)


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
