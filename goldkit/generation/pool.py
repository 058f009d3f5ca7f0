"""The chunks that can be asked about, in their order, to be walked through any number of times; they lie on disk."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from math import inf

import msgspec

from goldkit.files.addressed_rows import ADDRESS, AddressedRows
from goldkit.files.sorted_rows import SortedRows
from goldkit.generation.alike import Taken
from goldkit.records import Chunk

COPY = "copy of another one"


class Pool:
    """Copies are found as the chunks are walked through, each against those before it, so that asking little costs little.

    A chunk that says the same as one before is left out; one that has nearly its text but says something else comes after all
    others. order: the addresses of `size` chunks in `rows`, sorted. taken: what was taken before. skipped: what was left
    out before.
    """

    def __init__(
        self,
        order: SortedRows[tuple[str, int]],
        size: int,
        rows: AddressedRows,
        taken: Taken,
        skipped: Counter[str],
    ) -> None:
        self._upcoming: Iterator[bytes] = (address for _, address in order)
        self._rows, self._taken, self._skipped = rows, taken, skipped
        self._found, self._later = bytearray(), bytearray()
        self._places, self._passed = array("Q"), 0
        self._left = size
        self._late = False
        self._last: tuple[bytes, Chunk] | None = None

    @property
    def skipped(self) -> dict[str, int]:
        """Reason → how many chunks were left out for it so far; copies only among those that were walked through."""
        return dict(sorted(self._skipped.items()))

    def __len__(self) -> int:
        """How many chunks can be asked about, for all that is known so far."""
        return self._left

    def __iter__(self) -> Iterator[Chunk]:
        return (chunk for _, chunk in self.placed())

    def placed(self, reach: Callable[[], float] = lambda: inf) -> Iterator[tuple[int, Chunk]]:
        """The chunks with their places, from 0: those of copies stay empty, so that a copy more or less moves no other chunk.

        reach: how many places are worth looking at, asked before each step; what lies behind them costs nothing.
        """
        at = 0
        while (most := reach()) and (at < len(self._places) or self._find(most)) and self._places[at] < most:
            yield self._places[at], self._chunk(bytes(self._found[at * ADDRESS.size : (at + 1) * ADDRESS.size]))
            at += 1

    def _find(self, most: float) -> bool:
        """One more chunk that is no copy, if there is one among the first `most` places."""
        while self._passed < most:
            address = next(self._upcoming, None)
            if address is not None:
                if self._takes(address):
                    return True
            elif self._late:
                return False
            else:
                self._late, self._upcoming = True, _addresses(self._later)
        return False

    def _takes(self, address: bytes) -> bool:
        """Whether the chunk that comes next in the order is taken now."""
        chunk = self._chunk(address)
        self._passed += 1
        likeness = self._taken.likeness(chunk)
        if likeness == "differs" and not self._late:
            self._later += address
        elif likeness == "same":
            self._skipped[COPY] += 1
            self._left -= 1
        else:
            self._taken.add(chunk)
            self._found += address
            self._places.append(self._passed - 1)
            return True
        return False

    def _chunk(self, address: bytes) -> Chunk:
        # A chunk that is taken is what is given out next.
        last = self._last
        if last is None or last[0] != address:
            last = self._last = address, msgspec.msgpack.decode(self._rows[address], type=Chunk)
        return last[1]


def _addresses(packed: bytearray) -> Iterator[bytes]:
    return (bytes(packed[at : at + ADDRESS.size]) for at in range(0, len(packed), ADDRESS.size))
