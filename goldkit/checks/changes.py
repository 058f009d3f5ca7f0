"""When the documents of a corpus changed last, as its chunks tell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from goldkit.records import Chunk
from goldkit.store.moments import time_of

FIELDS = ("modified", "updated", "updated_at", "last_modified", "modified_at", "last_updated", "lastmod")
"""Fields of a chunk, or of its metadata, that say when its document changed."""


class Changes:
    """Gathers, while a corpus is gone through, when each document changed: the latest time that any of its chunks names."""

    def __init__(self) -> None:
        self._latest: dict[str, str] = {}
        self._chunks: dict[str, list[str]] = defaultdict(list)

    def noted(self, chunks: Iterable[Chunk]) -> Iterator[Chunk]:
        """The same chunks, gone through once."""
        for chunk in chunks:
            document = chunk.id if chunk.doc_id is None else f"document {chunk.doc_id}"
            self._chunks[document].append(chunk.id)
            for value in (part[name] for part in (chunk.metadata, chunk.unknown) for name in FIELDS if name in part):
                self._note(document, value)
            yield chunk

    @property
    def by_chunk(self) -> dict[str, str]:
        """chunk id → when its document changed last, for those whose document says so."""
        return {chunk: at for document, at in self._latest.items() for chunk in self._chunks[document]}

    def _note(self, document: str, value: object) -> None:
        new = time_of(value) if isinstance(value, str) else None
        old = time_of(self._latest[document]) if document in self._latest else None
        if new is not None and (old is None or new > old):
            self._latest[document] = str(value)
