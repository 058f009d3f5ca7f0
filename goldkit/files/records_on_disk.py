"""Records in a temporary file, gone through as often as wanted: as many as there are, in the memory of a few."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, TypeVar, overload

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
        return self._rows.add(pickle.dumps(record, pickle.HIGHEST_PROTOCOL))

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
        record: T = pickle.loads(self._rows[range(len(self))[number]])  # noqa: S301  # written by this very object
        return record

    def __iter__(self) -> Iterator[T]:
        self._on_disk()
        yield from (pickle.loads(row) for row in self._rows)  # noqa: S301  # written by this very object

    def _on_disk(self) -> None:
        if self._fresh:
            self._rows.written()
            self._fresh = False
