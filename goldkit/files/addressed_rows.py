"""Rows that are written once and fetched by an address that the caller keeps: texts of any number in no memory at all."""

from __future__ import annotations

import os
import struct
import tempfile
import weakref
from typing import IO

from goldkit.files.temporary import room_needed

ADDRESS = struct.Struct("<QI")
"""Where a row begins and how many bytes it has."""


class AddressedRows:
    """Takes rows of bytes, each below 4 GB, into a temporary file. Raises IncompleteError when the disk is full."""

    def __init__(self) -> None:
        self._file: IO[bytes] = tempfile.TemporaryFile(prefix="goldkit-")  # noqa: SIM115  # lives as long as the rows
        self._end = 0
        self._fresh = False
        weakref.finalize(self, self._file.close)

    def add(self, row: bytes) -> bytes:
        """One more row; returns its address, twelve bytes."""
        self._fresh = True
        try:
            self._file.write(row)
        except OSError:
            with room_needed():  # here, for entering it each time takes longer than writing
                raise
        address = ADDRESS.pack(self._end, len(row))
        self._end += len(row)
        return address

    def written(self) -> None:
        """To be called after the last row was added, before any is fetched."""
        if self._fresh:
            with room_needed():
                self._file.flush()
            self._fresh = False

    def __getitem__(self, address: bytes) -> bytes:
        start, size = ADDRESS.unpack(address)
        return os.pread(self._file.fileno(), size, start)
