"""Chunks as the search sees them: of several with one id the last counts, and chunks of equal text are one text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from goldkit.duplicates.shingles import Shingled

if TYPE_CHECKING:
    from goldkit.records import Chunk


@dataclass(frozen=True, slots=True)
class Text:
    """One distinct text: the sorted ids of the chunks that hold it, and its shingles."""

    text: str
    ids: tuple[str, ...]
    shingled: Shingled


def by_id(chunks: Iterable[Chunk]) -> dict[str, Chunk]:
    """Chunk id → chunk; of several with one id, the last (the newest text that was judged)."""
    return {chunk.id: chunk for chunk in chunks}
