"""MinHash signatures as datasketch makes them, scheme affine32, with explicit seed and number of permutations.

datasketch draws the permutations and makes one signature at a time; made here are those of many sets at once, with each
permutation applied to a block of them. They are equal bit for bit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

SCHEME = "affine32"

BLOCK = 1 << 14
"""About how many hashes are permuted at a time: few enough to stay in a core's cache."""

LARGEST = np.uint32(0xFFFFFFFF)


def signatures(sets: Sequence[NDArray[np.uint64]], permutations: int, seed: int) -> NDArray[np.uint32]:
    """The MinHash of each set of 64-bit hashes; shape (len(sets), permutations).

    affine32 takes 32-bit input, so a hash goes in by its lower half. An empty set keeps datasketch's largest value
    everywhere: leave such sets out, or all of them look alike.
    """
    from datasketch import MinHash

    multipliers, offsets = MinHash(num_perm=permutations, seed=seed, scheme=SCHEME).permutations
    made = np.full((permutations, len(sets)), LARGEST)
    for members, starts, hashes in _blocks(sets):
        for row, (multiplier, offset) in enumerate(zip(multipliers, offsets, strict=True)):
            made[row, members] = np.minimum.reduceat(hashes * multiplier + offset, starts)
    return np.ascontiguousarray(made.T)


def _blocks(
    sets: Sequence[NDArray[np.uint64]],
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint32]]]:
    """(places of the sets that are not empty, where each starts, their hashes one after another, scrambled) a block."""
    sizes = np.array([len(hashes) for hashes in sets], np.int64)
    filled = np.flatnonzero(sizes)
    ends = np.cumsum(sizes[filled])
    at = 0
    while at < len(filled):
        before = ends[at - 1] if at else 0
        stop = max(at + 1, int(np.searchsorted(ends, before + BLOCK, "right")))
        starts = ends[at:stop] - sizes[filled[at:stop]] - before
        together = np.concatenate([sets[place] for place in filled[at:stop]])
        yield filled[at:stop], starts, _scrambled(together.astype(np.uint32))
        at = stop


def _scrambled(values: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """The finaliser of MurmurHash3 (Appleby 2011) for 32 bits, which datasketch applies before it permutes."""
    values = (values ^ (values >> np.uint32(16))) * np.uint32(0x85EBCA6B)
    values = (values ^ (values >> np.uint32(13))) * np.uint32(0xC2B2AE35)
    return values ^ (values >> np.uint32(16))
