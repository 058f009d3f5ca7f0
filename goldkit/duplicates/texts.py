"""Chunks of equal text collapse into one text before anything is compared."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from goldkit.duplicates.shingles import Shingled, shingled

if TYPE_CHECKING:
    from goldkit.records import Chunk
    from goldkit.results.widen import WidenParameters


@dataclass(frozen=True, slots=True)
class Text:
    """One distinct text: the sorted ids of the chunks that hold it, the document of the first of them, its shingles."""

    text: str
    ids: tuple[str, ...]
    document: str
    shingled: Shingled


def by_id(chunks: Iterable[Chunk]) -> dict[str, Chunk]:
    """Chunk id → chunk; of several with one id, the last (the newest text that was judged)."""
    return {chunk.id: chunk for chunk in chunks}


def distinct_texts(chunks: Mapping[str, Chunk], parameters: WidenParameters) -> list[Text]:
    """The distinct texts that hold a word, in the order of their smallest id, whatever the order of the chunks."""
    holders: dict[str, list[str]] = defaultdict(list)
    for name in sorted(chunks):
        holders[chunks[name].text].append(name)
    texts = (
        Text(text, tuple(ids), chunks[ids[0]].doc_id or ids[0], shingled(text, parameters))
        for text, ids in holders.items()
    )
    return [text for text in texts if len(text.shingled.hashes)]
