"""Rows that are written once and then fetched by their number, in a temporary file: many texts in little memory."""

from __future__ import annotations

import os
import tempfile
import weakref
from array import array
from collections.abc import Iterator
from typing import IO

from goldkit.files.temporary import room_needed


class RowsOnDisk:
    """Takes rows of bytes and gives them back by their number, 0 first; 8 bytes of memory a row.

    Any number of threads may fetch at once, after the last row was added. Raises IncompleteError when the disk is full.
    """

    def __init__(self) -> None:
        self._file: IO[bytes] = tempfile.TemporaryFile(prefix="goldkit-")  # noqa: SIM115  # lives as long as the rows
        self._ends = array("Q", [0])
        weakref.finalize(self, self._file.close)

    def __len__(self) -> int:
        return len(self._ends) - 1

    def add(self, row: bytes) -> int:
        """One more row; returns its number."""
        with room_needed():
            self._file.write(row)
        self._ends.append(self._ends[-1] + len(row))
        return len(self) - 1

    def written(self) -> None:
        """To be called after the last row was added, before any is fetched."""
        with room_needed():
            self._file.flush()

    def __iter__(self) -> Iterator[bytes]:
        return (self[number] for number in range(len(self)))

    def __getitem__(self, number: int) -> bytes:
        start, end = self._ends[number], self._ends[number + 1]
        return os.pread(self._file.fileno(), end - start, start)
