"""The corpus that a command may be given."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from goldkit.records import Chunk


def read_chunks(corpus: Path | None) -> Iterable[Chunk]:
    """The chunks of a corpus, none where none is named. Raises DataError as it is read."""
    from goldkit.formats.corpus import read_corpus

    return () if corpus is None else read_corpus(corpus)
