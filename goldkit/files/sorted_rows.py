"""Sorting more rows than memory holds: sorted runs in a temporary file, merged as they are read."""

from __future__ import annotations

import heapq
import os
import struct
import tempfile
import weakref
from collections.abc import Iterator
from operator import itemgetter
from typing import IO, Any, Generic, TypeVar

import msgspec

from goldkit.files.temporary import room_needed

MEMORY = 32 << 20
"""Bytes of rows that are held before they are written out."""
ROW = 160
"""Bytes that a row takes in memory beside its payload, about."""
BUFFER = 1 << 16
"""Bytes that are read of a run at once."""
LENGTH = struct.Struct("<I")

Key = TypeVar("Key", int, tuple[str, int])


class SortedRows(Generic[Key]):
    """Takes (key, payload) rows in any order and gives them sorted by key, those of one key as they came.

    memory: bytes held at most, about. All keys of one instance are of one type. Raises IncompleteError when the disk is full.
    """

    def __init__(self, memory: int = MEMORY) -> None:
        self.memory = memory
        self._rows: list[tuple[Key, bytes]] = []
        self._held = 0
        self._file: IO[bytes] | None = None
        self._runs: list[tuple[int, int]] = []

    def add(self, key: Key, payload: bytes) -> None:
        """One more row."""
        self._rows.append((key, payload))
        self._held += len(payload) + ROW
        if self._held > self.memory:
            self._write_run()

    def __iter__(self) -> Iterator[tuple[Key, bytes]]:
        """All rows in order; to be called once everything was added."""
        if not self._runs:
            self._rows.sort(key=itemgetter(0))
            yield from self._rows
            return
        if self._rows:
            self._write_run()
        yield from heapq.merge(*(_read(self._file, *run) for run in self._runs), key=itemgetter(0))

    def _write_run(self) -> None:
        self._rows.sort(key=itemgetter(0))
        with room_needed():
            if self._file is None:
                self._file = tempfile.TemporaryFile(prefix="goldkit-")  # noqa: SIM115  # lives as long as the rows
                weakref.finalize(self, self._file.close)
            start = self._file.tell()
            for row in self._rows:
                data = msgspec.msgpack.encode(row)
                self._file.write(LENGTH.pack(len(data)) + data)
            self._file.flush()
        self._runs.append((start, self._file.tell()))
        self._rows, self._held = [], 0


def _read(file: IO[bytes] | None, start: int, end: int) -> Iterator[tuple[Any, bytes]]:
    """The rows of a run between two positions."""
    if file is None:
        return
    held, at = b"", 0
    while start < end or at < len(held):
        left = len(held) - at
        size = LENGTH.size + LENGTH.unpack_from(held, at)[0] if left >= LENGTH.size else LENGTH.size
        if left < size or left == LENGTH.size:
            more = os.pread(file.fileno(), min(max(BUFFER, size), end - start), start)
            start += len(more)
            held, at = held[at:] + more, 0
            continue
        key, payload = msgspec.msgpack.decode(memoryview(held)[at + LENGTH.size : at + size])
        at += size
        yield (tuple(key) if isinstance(key, list) else key), payload
