"""MinHash signatures as datasketch makes them, scheme affine32, with explicit seed and number of permutations.

datasketch draws the permutations and makes one signature at a time; made here are those of many sets at once, with each
permutation applied to a block of them. They are equal bit for bit.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

SCHEME = "affine32"

CELLS = 1 << 17
"""About how many hashes are permuted at a time: few enough to stay in a core's cache."""

LARGEST = np.uint32(0xFFFFFFFF)


def signatures(
    hashes: NDArray[np.uint64], sizes: NDArray[np.int64], permutations: int, seed: int
) -> NDArray[np.uint32]:
    """The MinHash of each set of 64-bit hashes, which follow one another; shape (len(sizes), permutations).

    affine32 takes 32-bit input, so a hash goes in by its lower half. An empty set keeps datasketch's largest value
    everywhere: leave such sets out, or all of them look alike.
    """
    from datasketch import MinHash

    multipliers, offsets = MinHash(num_perm=permutations, seed=seed, scheme=SCHEME).permutations
    made = np.full((permutations, len(sizes)), LARGEST)
    scrambled = _scrambled(hashes.astype(np.uint32))
    for members, places in _blocks(sizes):
        block = scrambled[places]
        permuted = np.empty_like(block)
        for row, (multiplier, offset) in enumerate(zip(multipliers, offsets, strict=True)):
            np.multiply(block, multiplier, out=permuted)
            np.add(permuted, offset, out=permuted)
            made[row, members] = permuted.min(axis=0)
    return np.ascontiguousarray(made.T)


def _blocks(sizes: NDArray[np.int64]) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Sets of about one size, and where their hashes are: a column each, which a shorter set fills with its last one."""
    starts = np.cumsum(sizes) - sizes
    order = np.argsort(-sizes, kind="stable")[: np.count_nonzero(sizes)]
    at = 0
    while at < len(order):
        longest = int(sizes[order[at]])
        members = order[at : at + max(1, CELLS // longest)]
        yield members, starts[members] + np.minimum(np.arange(longest)[:, None], sizes[members] - 1)
        at += len(members)


def _scrambled(values: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """The finaliser of MurmurHash3 (Appleby 2011) for 32 bits, which datasketch applies before it permutes."""
    values = (values ^ (values >> np.uint32(16))) * np.uint32(0x85EBCA6B)
    values = (values ^ (values >> np.uint32(13))) * np.uint32(0xC2B2AE35)
    return values ^ (values >> np.uint32(16))
