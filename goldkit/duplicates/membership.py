"""Which hashes are among a few: asked of millions, of which almost none is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MOST_BITS = 28


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
        self._table[among & self._mask] = True

    def hits(self, hashes: NDArray[np.uint64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Where in the hashes one stands that is among the array, and where in the array; two arrays of equal length."""
        where = np.flatnonzero(self._table[hashes & self._mask]) if len(self.among) else np.empty(0, np.int64)
        if not len(where):
            return where, where
        asked = hashes[where]
        at = np.minimum(np.searchsorted(self.among, asked), len(self.among) - 1)
        found = self.among[at] == asked
        return where[found], at[found]

    def without(self, hashes: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """The hashes that are not among the array, in their order."""
        where, _ = self.hits(hashes)
        return np.delete(hashes, where) if len(where) else hashes
