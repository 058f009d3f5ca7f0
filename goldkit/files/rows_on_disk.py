"""Rows that are written once and then fetched by their number, in a temporary file: many texts in little memory."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from goldkit.files.addressed_rows import ADDRESS, AddressedRows


class RowsOnDisk:
    """Takes rows of bytes, each below 4 GB, and gives them back by their number, 0 first; 8 bytes of memory a row.

    Any number of threads may fetch at once, after the last row was added. Raises IncompleteError when the disk is full.
    """

    def __init__(self) -> None:
        self._rows = AddressedRows()
        self._ends = array("Q", [0])

    def __len__(self) -> int:
        return len(self._ends) - 1

    def add(self, row: bytes) -> int:
        """One more row; returns its number."""
        self._rows.add(row)
        self._ends.append(self._ends[-1] + len(row))
        return len(self) - 1

    def written(self) -> None:
        """To be called after the last row was added, before any is fetched."""
        self._rows.written()

    def __iter__(self) -> Iterator[bytes]:
        return (self[number] for number in range(len(self)))

    def __getitem__(self, number: int) -> bytes:
        start, end = self._ends[number], self._ends[number + 1]
        return self._rows[ADDRESS.pack(start, end - start)]
