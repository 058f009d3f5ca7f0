"""A mapping from 64-bit hashes to numbers in a temporary file: in memory are a byte for about thirty hashes, and MARKS."""

from __future__ import annotations

import os
import struct
import tempfile
import weakref
from array import array
from collections.abc import Iterator
from typing import IO

from goldkit.files.temporary import room_needed

SLOT = struct.Struct("<QI")
"""A hash and its number."""
SLOTS = 64
"""Hashes that a bucket has room for."""
LOAD = 32
"""Hashes a bucket, on average, from which there are twice as many buckets. More than SLOTS in one come by accident with 1e-7."""
WIDTH = SLOTS * SLOT.size
"""Bytes of a bucket."""
MARKS = 1 << 20
"""Bytes of which each hash sets a bit: most that are new are told by theirs, without a look at the file."""
FEWEST = 6
"""Bits of the number of a bucket, at first."""


class HashesOnDisk:
    """64-bit hash → number below 2³². The first bits of a hash tell its bucket, so that buckets follow each other in order.

    Hashes are spread evenly; those that do not fit into their bucket are held in memory. Raises IncompleteError when the disk is
    full.
    """

    def __init__(self) -> None:
        self._bits = FEWEST
        self._filled = array("B", bytes(1 << FEWEST))
        self._beyond: dict[int, int] = {}
        self._marks = bytearray(MARKS)
        self._size = 0
        self._use(_new_file())

    def __len__(self) -> int:
        return self._size

    def add(self, key: int, number: int) -> bool:
        """Give a hash that has none a number; whether that was so."""
        bucket = key >> (64 - self._bits)
        slot = SLOT.pack(key, number)
        mark, bit = (key >> 3) % MARKS, 1 << (key & 7)
        if self._marks[mark] & bit and self._holds(key, slot[:8], bucket):
            return False
        self._marks[mark] |= bit
        self._put(key, number, slot, bucket)
        if self._size > LOAD << self._bits:
            self._double()
        return True

    def _holds(self, key: int, data: bytes, bucket: int) -> bool:
        row = os.pread(self._handle, self._filled[bucket] * SLOT.size, bucket * WIDTH)
        return _stands(data, row) or key in self._beyond

    def _put(self, key: int, number: int, slot: bytes, bucket: int) -> None:
        self._size += 1
        filled = self._filled[bucket]
        if filled == SLOTS:
            self._beyond[key] = number
            return
        self._filled[bucket] = filled + 1
        try:
            os.pwrite(self._handle, slot, bucket * WIDTH + filled * SLOT.size)
        except OSError:
            with room_needed():  # here, for entering it each time takes longer than writing
                raise

    def of(self, number: int) -> Iterator[int]:
        """The hashes of a number, in ascending order."""
        beyond = sorted((key for key, held in self._beyond.items() if held == number), reverse=True)
        for bucket in range(len(self._filled)):
            keys = [key for key, held in self._bucket(bucket) if held == number]
            while beyond and beyond[-1] >> (64 - self._bits) == bucket:
                keys.append(beyond.pop())
            yield from sorted(keys)

    def _bucket(self, bucket: int) -> Iterator[tuple[int, int]]:
        return SLOT.iter_unpack(os.pread(self._handle, self._filled[bucket] * SLOT.size, bucket * WIDTH))

    def _double(self) -> None:
        """Split each bucket in two by the next bit, into a new file."""
        file, filled, beyond = _new_file(), array("B"), self._beyond
        shift = 63 - self._bits
        with room_needed():
            for bucket in range(len(self._filled)):
                halves: tuple[list[bytes], list[bytes]] = ([], [])
                for key, number in self._bucket(bucket):
                    halves[key >> shift & 1].append(SLOT.pack(key, number))
                for half in halves:
                    file.write(b"".join(half).ljust(WIDTH, b"\0"))
                    filled.append(len(half))
            file.flush()
        self._file.close()
        self._use(file)
        self._bits, self._filled, self._beyond = self._bits + 1, filled, {}
        self._size -= len(beyond)
        for key, number in beyond.items():
            self._put(key, number, SLOT.pack(key, number), key >> (64 - self._bits))

    def _use(self, file: IO[bytes]) -> None:
        self._file, self._handle = file, file.fileno()
        weakref.finalize(self, file.close)


def _new_file() -> IO[bytes]:
    return tempfile.TemporaryFile(prefix="goldkit-")  # lives as long as the hashes


def _stands(key: bytes, row: bytes) -> bool:
    """Whether a hash is one of the slots; its bytes may also stand across two."""
    at = row.find(key)
    while at >= 0 and at % SLOT.size:
        at = row.find(key, at + 1)
    return at >= 0
