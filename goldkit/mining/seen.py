"""Counting every record once, over batches: each batch keeps 64-bit hashes of what it counted.

A whole record (the question, what was shown, what the answer cites) has one hash; a click, a rating, and results logged in another
file have their own, since they may arrive in a later export of the same record. Among a million hashes, a million new
ones meet one by accident with a chance of 5e-8. They lie on disk, and go to the batch's line as a stream.
"""

from __future__ import annotations

import base64
import sys
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from goldkit.files.hash_index import hash64
from goldkit.files.hashes_on_disk import HashesOnDisk
from goldkit.records import Batch

SIZE = 8
"""Bytes of a hash."""
PIECE = 3 << 12
"""Hashes that are packed at once: three make whole signs of base64."""
EARLIER = 0
"""The number that stands for all earlier batches; this run's count from 1."""


class Seen:
    """What earlier batches and this run have counted."""

    def __init__(self, batches: Iterable[Batch]) -> None:
        self._counted = HashesOnDisk()
        self._numbers: dict[str, int] = {}
        for batch in batches:
            for key in unpack(batch.record_ids or ""):
                self._counted.add(key or 1, EARLIER)

    def new(self, batch: str, *parts: str) -> bool:
        """Whether this part of a record is counted for the first time; from now on it is counted, by this batch."""
        number = self._numbers.setdefault(batch, len(self._numbers) + 1)
        return self._counted.add(hash64("\x1f".join(parts)), number)

    def packed(self, batch: str) -> Iterator[str]:
        """The hashes that a batch counted, for its line, in pieces; none where there are none."""
        number = self._numbers.get(batch)
        return iter(()) if number is None else packed(self._counted.of(number))


@dataclass(frozen=True, slots=True)
class Counted(Iterable[str]):
    """What a batch counted, packed anew whenever it is gone through."""

    seen: Seen
    batch: str

    def __iter__(self) -> Iterator[str]:
        return self.seen.packed(self.batch)


def packed(keys: Iterable[int]) -> Iterator[str]:
    """Hashes that are in order, big-endian, in base64, in pieces."""
    waiting = iter(keys)
    while piece := array("Q", islice(waiting, PIECE)):
        yield base64.b64encode(_big_endian(piece).tobytes()).decode("ascii")


def unpack(text: str) -> Iterator[int]:
    """The hashes of a packed text."""
    signs = PIECE * SIZE // 3 * 4
    for start in range(0, len(text), signs):
        data = base64.b64decode(text[start : start + signs])
        yield from _big_endian(array("Q", data[: len(data) // SIZE * SIZE]))


def _big_endian(keys: array[int]) -> array[int]:
    if sys.byteorder == "little":
        keys.byteswap()
    return keys
