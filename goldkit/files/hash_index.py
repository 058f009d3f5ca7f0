"""A mapping from 64-bit hashes to numbers in 12 bytes a slot, where a dict takes more than a hundred for an entry."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterator

FIRST = 1 << 10
"""Slots of an empty index."""


def hash64(text: str) -> int:
    """The first 64 bits of the sha256 of a text, never 0. A million texts meet by accident with a chance of 3e-8."""
    return int.from_bytes(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:8], "big") or 1


class HashIndex:
    """64-bit hash → number below 2³²; open addressing, at most two thirds full. Keys are spread evenly, and none is 0."""

    def __init__(self) -> None:
        self._keys = array("Q", bytes(8 * FIRST))
        self._values = array("I", bytes(4 * FIRST))
        self._mask = FIRST - 1
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def __contains__(self, key: int) -> bool:
        return self._keys[self._slot(key)] != 0

    def get(self, key: int) -> int | None:
        """The number of a hash, None where it has none."""
        slot = self._slot(key)
        return self._values[slot] if self._keys[slot] else None

    def setdefault(self, key: int, value: int) -> int:
        """The number of a hash, from now on `value` where it had none."""
        slot = self._slot(key)
        if self._keys[slot]:
            return self._values[slot]
        self._put(slot, key, value)
        return value

    def add(self, key: int, value: int) -> bool:
        """Give a hash that has none a number; whether that was so."""
        slot = self._slot(key)
        if self._keys[slot]:
            return False
        self._put(slot, key, value)
        return True

    def count(self, key: int) -> int:
        """How often this was called for a hash, this time included."""
        slot = self._slot(key)
        if not self._keys[slot]:
            return self.setdefault(key, 1)
        self._values[slot] += 1
        return self._values[slot]

    def items(self) -> Iterator[tuple[int, int]]:
        """(hash, number), in no order that means anything."""
        return ((key, self._values[slot]) for slot, key in enumerate(self._keys) if key)

    def _put(self, slot: int, key: int, value: int) -> None:
        self._keys[slot], self._values[slot] = key, value
        self._count += 1
        if self._count * 3 > self._mask * 2:
            self._grow()

    def _slot(self, key: int) -> int:
        """Where a key stands or would stand."""
        keys, mask = self._keys, self._mask
        slot = key & mask
        while keys[slot] and keys[slot] != key:
            slot = (slot + 1) & mask
        return slot

    def _grow(self) -> None:
        keys, values = self._keys, self._values
        size = 2 * len(keys)
        self._keys, self._values, self._mask = array("Q", bytes(8 * size)), array("I", bytes(4 * size)), size - 1
        for key, value in zip(keys, values, strict=True):
            if key:
                slot = self._slot(key)
                self._keys[slot], self._values[slot] = key, value
