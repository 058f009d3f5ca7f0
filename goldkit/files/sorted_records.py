"""Records in the order of their keys, in a temporary file once they are many: what a long run makes takes little memory."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import count
from typing import TypeVar

import msgspec

from goldkit.files.sorted_rows import SortedRows

MEMORY = 4 << 20
"""Bytes of records that are held before they are written out."""

Record = TypeVar("Record")


class SortedRecords(Collection[Record]):
    """Takes records with a key each and gives them sorted by it, those of one key as they came.

    They may be gone through as often as wanted once all were added. kind: the record's class. Raises IncompleteError when the disk
    is full.
    """

    def __init__(self, kind: type[Record], memory: int = MEMORY) -> None:
        self._decoder = msgspec.msgpack.Decoder(kind)
        self._rows: SortedRows[tuple[str, int]] = SortedRows(memory)
        self._numbers = count()
        self._size = 0

    def add(self, key: str, record: Record) -> None:
        """One more record."""
        self._rows.add((key, next(self._numbers)), msgspec.msgpack.encode(record))
        self._size += 1

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Record]:
        return (self._decoder.decode(row) for _, row in self._rows)

    def __contains__(self, record: object) -> bool:
        return any(record == other for other in self)
