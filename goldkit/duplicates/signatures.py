"""MinHash signatures by datasketch, scheme affine32, with explicit seed and number of permutations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

SCHEME = "affine32"


def signatures(sets: Sequence[NDArray[np.uint64]], permutations: int, seed: int) -> NDArray[np.uint32]:
    """The MinHash of each set of 64-bit hashes; shape (len(sets), permutations).

    affine32 takes 32-bit input, so a hash goes in by its lower half. An empty set keeps datasketch's largest value
    everywhere: leave such sets out, or all of them look alike.
    """
    from datasketch import MinHash

    made = np.empty((len(sets), permutations), np.uint32)
    halves = ((hashes & np.uint64(0xFFFFFFFF)).tolist() for hashes in sets)
    for row, minhash in enumerate(
        MinHash.generator(halves, num_perm=permutations, seed=seed, hashfunc=_as_is, scheme=SCHEME)
    ):
        made[row] = minhash.hashvalues
    return made


def _as_is(value: int) -> int:
    return value
