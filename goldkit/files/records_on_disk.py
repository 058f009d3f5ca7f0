"""Records in a temporary file, gone through as often as wanted: as many as there are, in the memory of a few."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from inspect import ismemberdescriptor
from operator import attrgetter
from typing import Any, Generic, TypeVar, overload

from goldkit.files.rows_on_disk import RowsOnDisk

T = TypeVar("T")
BLOCK = 32
"""Records that are written and read together: each by itself takes four times as long."""


class RecordsOnDisk(Sequence[T], Generic[T]):
    """Takes records one by one and gives them back as they were; fewer than 2 · BLOCK are in memory; one thread at a time.

    Raises IncompleteError when the disk is full. The file has no name, so that nobody else can have written to it: this is why
    pickle, which keeps every value as it is, may be trusted here.
    """

    def __init__(self, records: Iterable[T] = ()) -> None:
        self._rows = RowsOnDisk()
        self._last: list[T] = []
        self._read: tuple[int, list[T]] = (-1, [])
        for record in records:
            self.add(record)

    def add(self, record: T) -> int:
        """One more record; returns its number."""
        number = len(self)
        self._last.append(record)
        if len(self._last) == BLOCK:
            self._rows.add(_packed(self._last))
            self._last = []
        return number

    def __len__(self) -> int:
        return len(self._rows) * BLOCK + len(self._last)

    @overload
    def __getitem__(self, number: int) -> T: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[T]: ...
    def __getitem__(self, number: int | slice) -> T | Sequence[T]:
        if isinstance(number, slice):
            return [self[one] for one in range(*number.indices(len(self)))]
        block, at = divmod(range(len(self))[number], BLOCK)
        if block == len(self._rows):
            return self._last[at]
        if block != self._read[0]:
            self._read = block, self._block(block)
        return self._read[1][at]

    def __iter__(self) -> Iterator[T]:
        for block in range(len(self._rows)):
            yield from self._block(block)
        yield from self._last

    def _block(self, block: int) -> list[T]:
        self._rows.written()
        return _unpacked(self._rows[block])


@cache
def _slots(kind: Any) -> tuple[Callable[[Any], tuple[Any, ...]], tuple[Callable[[Any, Any], None], ...]] | None:
    """What gets all fields of a data class with several slots, be it frozen, and what sets each; None for another class."""
    names = [field.name for field in fields(kind)] if is_dataclass(kind) else []
    slots = [kind.__dict__.get(name) for name in names]
    if len(slots) < 2 or not all(map(ismemberdescriptor, slots)):
        return None
    return attrgetter(*names), tuple(slot.__set__ for slot in slots)


def _packed(records: Sequence[Any]) -> bytes:
    """Data classes of one kind go as that and their values: pickle would ask each for its fields, which takes longest."""
    kind: Any = type(records[0])
    slots = _slots(kind) if all(type(record) is kind for record in records) else None
    rows = (None, records) if slots is None else (kind, list(map(slots[0], records)))
    return pickle.dumps(rows, pickle.HIGHEST_PROTOCOL)


def _unpacked(block: bytes) -> list[Any]:
    kind, rows = pickle.loads(block)  # noqa: S301  # written by the very object that reads it
    slots = _slots(kind)
    if slots is None:
        return list(rows)
    records = []
    for values in rows:
        record = kind.__new__(kind)
        for put, value in zip(slots[1], values, strict=True):
            put(record, value)
        records.append(record)
    return records
