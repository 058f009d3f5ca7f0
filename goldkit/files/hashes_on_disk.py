"""A mapping from 64-bit hashes to numbers: some in memory, the others in a temporary file, thirty to a byte of memory."""

from __future__ import annotations

import os
import struct
import tempfile
import weakref
from array import array
from collections.abc import Iterator
from itertools import groupby
from typing import IO

from goldkit.files.temporary import room_needed

HELD = 1 << 15
"""Hashes that are held before they are written out, some 100 bytes each."""
SLOT = struct.Struct("<QI")
"""A hash and its number."""
SLOTS = 64
"""Hashes that a bucket has room for."""
LOAD = 32
"""Hashes a bucket, on average, from which there are twice as many buckets. More than SLOTS in one come by accident with 1e-7."""
WIDTH = SLOTS * SLOT.size
"""Bytes of a bucket."""
MARKS = 1 << 20
"""Bytes of which each hash on disk sets a bit: most that are new are told by theirs, without a look at the file."""
FEWEST = 6
"""Bits of the number of a bucket, at first."""


class HashesOnDisk:
    """64-bit hash → number below 2³². The first bits of a hash tell its bucket, so that buckets follow each other in order.

    held: how many are in memory at most, beside those that do not fit into their bucket: hashes are spread evenly. Raises
    IncompleteError when the disk is full.
    """

    def __init__(self, held: int = HELD) -> None:
        self._most = held
        self._held: dict[int, int] = {}
        self._bits = FEWEST
        self._filled = array("B", bytes(1 << FEWEST))
        self._marks = bytearray(MARKS)
        self._size = 0
        self._use(_new_file())

    def __len__(self) -> int:
        return self._size

    def add(self, key: int, number: int) -> bool:
        """Give a hash that has none a number; whether that was so."""
        if key in self._held or (self._marks[(key >> 3) % MARKS] & 1 << (key & 7) and self._on_disk(key)):
            return False
        self._held[key] = number
        self._size += 1
        if len(self._held) >= self._most:
            self._write_out()
        return True

    def of(self, number: int) -> Iterator[int]:
        """The hashes of a number, in ascending order."""
        held = sorted((key for key, other in self._held.items() if other == number), reverse=True)
        for bucket in range(len(self._filled)):
            keys = [key for key, other in self._bucket(bucket) if other == number]
            while held and self._bucket_of(held[-1]) == bucket:
                keys.append(held.pop())
            yield from sorted(keys)

    def _on_disk(self, key: int) -> bool:
        bucket = self._bucket_of(key)
        row = os.pread(self._handle, self._filled[bucket] * SLOT.size, bucket * WIDTH)
        return _stands(SLOT.pack(key, 0)[:8], row)

    def _bucket_of(self, key: int) -> int:
        return key >> (64 - self._bits)

    def _bucket(self, bucket: int) -> Iterator[tuple[int, int]]:
        return SLOT.iter_unpack(os.pread(self._handle, self._filled[bucket] * SLOT.size, bucket * WIDTH))

    def _write_out(self) -> None:
        """Bring what is held to its buckets; what does not fit is held on."""
        while self._size > LOAD << self._bits:
            self._double()
        held, self._held = self._held, {}
        with room_needed():
            for bucket, group in groupby(sorted(held), self._bucket_of):
                keys, filled = list(group), self._filled[bucket]
                fit, beyond = keys[: SLOTS - filled], keys[SLOTS - filled :]
                data = b"".join(SLOT.pack(key, held[key]) for key in fit)
                os.pwrite(self._handle, data, bucket * WIDTH + filled * SLOT.size)
                self._filled[bucket] += len(fit)
                self._held.update((key, held[key]) for key in beyond)
                for key in fit:
                    self._marks[(key >> 3) % MARKS] |= 1 << (key & 7)

    def _double(self) -> None:
        """Split each bucket in two by the next bit, into a new file."""
        file, filled = _new_file(), array("B")
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
        self._bits, self._filled = self._bits + 1, filled

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
