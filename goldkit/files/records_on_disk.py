"""Records in a temporary file, gone through as often as wanted: as many as there are, in the memory of a few."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from inspect import ismemberdescriptor
from typing import Any, Generic, TypeVar, overload

from goldkit.files.rows_on_disk import RowsOnDisk

T = TypeVar("T")


class RecordsOnDisk(Sequence[T], Generic[T]):
    """Takes records one by one and gives them back as they were, 8 bytes of memory each; one thread at a time.

    Raises IncompleteError when the disk is full. The file has no name, so that nobody else can have written to it: this is why
    pickle, which keeps every value as it is, may be trusted here.
    """

    def __init__(self, records: Iterable[T] = ()) -> None:
        self._rows = RowsOnDisk()
        self._fresh = False
        for record in records:
            self.add(record)

    def add(self, record: T) -> int:
        """One more record; returns its number."""
        self._fresh = True
        return self._rows.add(_packed(record))

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, number: int) -> T: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[T]: ...
    def __getitem__(self, number: int | slice) -> T | Sequence[T]:
        if isinstance(number, slice):
            return [self[one] for one in range(*number.indices(len(self)))]
        self._on_disk()
        record: T = _unpacked(self._rows[range(len(self))[number]])
        return record

    def __iter__(self) -> Iterator[T]:
        self._on_disk()
        yield from map(_unpacked, self._rows)

    def _on_disk(self) -> None:
        if self._fresh:
            self._rows.written()
            self._fresh = False


@cache
def _slots(kind: Any) -> tuple[Any, ...] | None:
    """What gets and sets the fields of a data class with slots, be it frozen; None for another class."""
    slots = [kind.__dict__.get(field.name) for field in fields(kind)] if is_dataclass(kind) else []
    return tuple(slots) if slots and all(map(ismemberdescriptor, slots)) else None


def _packed(record: Any) -> bytes:
    """A data class goes as its kind and values: pickle would ask for the fields each time, which takes longer than all else."""
    kind: Any = type(record)
    slots = _slots(kind)
    row = (None, record) if slots is None else (kind, [slot.__get__(record) for slot in slots])
    return pickle.dumps(row, pickle.HIGHEST_PROTOCOL)


def _unpacked(row: bytes) -> Any:
    kind, values = pickle.loads(row)  # noqa: S301  # written by the very object that reads it
    slots = _slots(kind)
    if slots is None:
        return values
    record = kind.__new__(kind)
    for slot, value in zip(slots, values, strict=True):
        slot.__set__(record, value)
    return record
