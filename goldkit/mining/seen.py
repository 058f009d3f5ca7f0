"""Counting every record once, over batches: each batch keeps 64-bit hashes of what it counted.

A whole record (the question, what was shown, what the answer cites) has one hash; a click, a rating, and results logged in another
file have their own, since they may arrive in a later export of the same record. Among a million hashes, a million new
ones meet one by accident with a chance of 5e-8. A hash takes 12 to 36 bytes of memory.
"""

from __future__ import annotations

import base64
import sys
from array import array
from collections.abc import Iterable

from goldkit.files.hash_index import HashIndex, hash64
from goldkit.records import Batch

SIZE = 8
"""Bytes of a hash."""
EARLIER = 0
"""The number that stands for all earlier batches; this run's count from 1."""


class Seen:
    """What earlier batches and this run have counted."""

    def __init__(self, batches: Iterable[Batch]) -> None:
        self._counted = HashIndex()
        self._numbers: dict[str, int] = {}
        for batch in batches:
            for key in unpack(batch.record_ids or ""):
                self._counted.setdefault(key or 1, EARLIER)

    def new(self, batch: str, *parts: str) -> bool:
        """Whether this part of a record is counted for the first time; from now on it is counted, by this batch."""
        number = self._numbers.setdefault(batch, len(self._numbers) + 1)
        return self._counted.add(hash64("\x1f".join(parts)), number)

    def packed(self, batch: str) -> str | None:
        """The hashes that a batch counted, for its line; None where there are none."""
        number = self._numbers.get(batch)
        keys = array("Q", (key for key, counted_by in self._counted.items() if counted_by == number))
        return pack(keys) if keys else None


def pack(keys: Iterable[int]) -> str:
    """Hashes, sorted, big-endian, in base64.

    They are sorted in parts, by their first byte: a list of all as Python's numbers would take more than anything else in mining.
    """
    parts = [array("Q") for _ in range(256)]
    for key in keys:
        parts[key >> 56].append(key)
    ordered = array("Q")
    for part in parts:
        ordered.extend(sorted(part))
    return base64.b64encode(_big_endian(ordered).tobytes()).decode("ascii")


def unpack(text: str) -> array[int]:
    """The hashes of a packed text."""
    data = base64.b64decode(text)
    return _big_endian(array("Q", data[: len(data) // SIZE * SIZE]))


def _big_endian(keys: array[int]) -> array[int]:
    if sys.byteorder == "little":
        keys.byteswap()
    return keys
