"""Texts that are not stored yet, put in their places among those that are."""

from __future__ import annotations

import hashlib
import heapq
from collections.abc import Iterable, Iterator

from goldkit.files.records_on_disk import RecordsOnDisk
from goldkit.records import Chunk


def text_key(chunk: Chunk) -> tuple[str, str]:
    """What texts are sorted by: the id, then the sha256."""
    return chunk.id, chunk.sha256


class NewTexts(Iterable[Chunk]):
    """Stored and arriving texts together, sorted; of one (id, sha256) the stored one, else the first, stands.

    stored: in order, gone through once at first and once whenever this is. new: how many were not stored. Of the stored texts
    16 bytes each are held, of the new ones the keys.
    """

    def __init__(self, stored: Iterable[Chunk], arriving: Iterable[Chunk]) -> None:
        self._stored = stored
        self._fresh = RecordsOnDisk[Chunk]()
        known: set[bytes] | None = None
        order: list[tuple[str, str, int]] = []
        for chunk in arriving:
            known = set(map(_digest, stored)) if known is None else known
            digest = _digest(chunk)
            if digest not in known:
                known.add(digest)
                order.append((*text_key(chunk), self._fresh.add(chunk)))
        self._order = sorted(order)

    @property
    def new(self) -> int:
        """How many texts were not stored."""
        return len(self._order)

    def __iter__(self) -> Iterator[Chunk]:
        fresh = (self._fresh[number] for *_, number in self._order)
        before = None
        for chunk in heapq.merge(self._stored, fresh, key=text_key):
            if text_key(chunk) != before:
                yield chunk
            before = text_key(chunk)


def _digest(chunk: Chunk) -> bytes:
    return hashlib.blake2b("\x1f".join(text_key(chunk)).encode("utf-8", "surrogatepass"), digest_size=16).digest()
