"""Which hashes are among a few: asked of millions, of which almost none is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MOST_BITS = 28
_STEPS = 6
"""Hashes after the first of a bucket that are looked at one by one: evenly spread, hardly any bucket has more."""


def distinct(hashes: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The hashes sorted, each once. A sort is several times faster here than the hash table of `numpy.unique`."""
    ordered = np.sort(hashes)
    first = np.ones(len(ordered), np.bool_)
    first[1:] = ordered[1:] != ordered[:-1]
    return ordered[first]


class Membership:
    """A sorted array of distinct hashes that is asked for others; a table of their lowest bits turns nearly all away."""

    def __init__(self, among: NDArray[np.uint64]) -> None:
        self.among = among
        bits = min(_MOST_BITS, max(10, len(among).bit_length() + 3))
        self._mask = np.uint64((1 << bits) - 1)
        self._table = np.zeros(1 << bits, np.bool_)
        self._table[low_bits(among, self._mask)] = True
        self._places = _Places(among)

    def hits(self, hashes: NDArray[np.uint64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Where in the hashes one stands that is among the array, and where in the array; two arrays of equal length."""
        where = np.flatnonzero(self._table[low_bits(hashes, self._mask)]) if len(self.among) else np.empty(0, np.int64)
        if not len(where):
            return where, where
        asked = hashes[where]
        at = self._places.of(asked)
        found = self.among[at] == asked
        return where[found], at[found]

    def without(self, hashes: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """The hashes that are not among the array, in their order."""
        where, _ = self.hits(hashes)
        return np.delete(hashes, where) if len(where) else hashes


def low_bits(hashes: NDArray[np.uint64], mask: np.uint64) -> NDArray[np.int64]:
    """The lowest bits of the hashes as places in a table; `mask` has fewer bits than 63. numpy copies other indices first."""
    places: NDArray[np.int64] = (hashes & mask).view(np.int64)
    return places


class _Places:
    """Where hashes stand in a sorted array of distinct ones. The highest bits lead to the place at once, or nearly: a binary
    search in an array that is larger than the caches costs many times as much."""

    def __init__(self, among: NDArray[np.uint64]) -> None:
        self._among = among
        bits = max(1, len(among).bit_length())
        self._shift = np.uint64(64 - bits)
        sizes = np.bincount((among >> self._shift).view(np.int64), minlength=1 << bits)
        self._first = np.minimum(np.cumsum(sizes) - sizes, max(0, len(among) - 1)).astype(np.uint32)

    def of(self, hashes: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Of each hash the place, where it has one, and any other place where it has none."""
        at: NDArray[np.int64] = self._first[(hashes >> self._shift).view(np.int64)].astype(np.int64)
        last = len(self._among) - 1
        behind = np.flatnonzero(self._among[at] < hashes)
        for _ in range(_STEPS):
            at[behind] = np.minimum(at[behind] + 1, last)
            behind = behind[self._among[at[behind]] < hashes[behind]]
        if len(behind):
            at[behind] = np.minimum(np.searchsorted(self._among, hashes[behind]), last)
        return at
