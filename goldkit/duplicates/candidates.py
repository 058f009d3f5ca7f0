"""Candidate pairs: texts that share a band of their signatures, or one of the rarest shingles of one of them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from goldkit.duplicates.shingles import mixed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from goldkit.duplicates.bands import Bands


class Found(NamedTuple):
    """Candidate pairs, shape (n, 2): rows of (left, right) positions, sorted, distinct; and the buckets that were cut.

    capped: (smallest right position of the bucket, members, kept) each.
    """

    pairs: NDArray[np.int64]
    capped: list[tuple[int, int, int]]


def band_pairs(
    signatures: NDArray[np.uint32], bands: Bands, left: NDArray[np.int64], right: NDArray[np.int64], cap: int
) -> Found:
    """Pairs of a left and a right row of the signatures that agree in all rows of some band."""
    return _together([_joined(keys[left], left, keys[right], right, cap) for keys in band_keys(signatures, bands)])


def band_keys(signatures: NDArray[np.uint32], bands: Bands) -> Iterator[NDArray[np.uint64]]:
    """For each band the key of every signature: equal where all rows of the band are; shape (len(signatures),)."""
    for band in range(bands.bands):
        keys = np.zeros(len(signatures), np.uint64)
        for value in range(band * bands.rows, (band + 1) * bands.rows):
            keys = mixed(keys * np.uint64(0x9E3779B97F4A7C15) + signatures[:, value])
        yield keys


def containment_pairs(
    sets: Sequence[NDArray[np.uint64]],
    threshold: float,
    left: NDArray[np.int64],
    right: NDArray[np.int64],
    cap: int,
) -> Found:
    """Pairs of a left and a right set of which one may hold at least `threshold` of the other's shingles.

    What holds ⌈t|A|⌉ of A's shingles holds one of any |A| − ⌈t|A|⌉ + 1 of them: the rarest are asked for.
    """
    values, counts = np.unique(np.concatenate([np.empty(0, np.uint64), *sets]), return_counts=True)
    rarest = [_rarest(hashes, values, counts, threshold) for hashes in sets]
    narrow = _joined(*_entries(rarest, left), *_entries(sets, right), cap)
    wide = _joined(*_entries(sets, left), *_entries(rarest, right), cap)
    return _together([narrow, wide])


def _rarest(
    hashes: NDArray[np.uint64], values: NDArray[np.uint64], counts: NDArray[np.int64], threshold: float
) -> NDArray[np.uint64]:
    # A hair below, so that rounding can only ask for one shingle more.
    least = math.ceil(threshold * len(hashes) - 1e-9)
    order = np.argsort(counts[np.searchsorted(values, hashes)], kind="stable")
    return hashes[order[: len(hashes) - least + 1]]


def _entries(
    sets: Sequence[NDArray[np.uint64]], members: NDArray[np.int64]
) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """(key, owner) of every shingle of the members' sets, as two arrays."""
    chosen = [sets[member] for member in members]
    keys = np.concatenate([np.empty(0, np.uint64), *chosen])
    return keys, np.repeat(members, [len(hashes) for hashes in chosen])


def _joined(
    left_keys: NDArray[np.uint64],
    left: NDArray[np.int64],
    right_keys: NDArray[np.uint64],
    right: NDArray[np.int64],
    cap: int,
) -> Found:
    """All (left, right) of equal keys, but for one another's self.

    The right side of a bucket is cut at `cap` owners, and further where so many are left that there would be more than cap²
    pairs: what is kept then joins everyone to the first few.
    """
    order = np.lexsort((right, right_keys))
    right_keys, right = right_keys[order], right[order]
    starts = np.searchsorted(right_keys, left_keys, "left")
    sizes = np.searchsorted(right_keys, left_keys, "right") - starts
    ordered = np.sort(left_keys)
    lefts = np.searchsorted(ordered, left_keys, "right") - np.searchsorted(ordered, left_keys, "left")
    kept = np.where(sizes > cap, np.clip(cap * cap // np.maximum(lefts, 1), 1, cap), sizes)
    cut = np.flatnonzero(sizes > cap)
    capped = sorted({(int(right[starts[at]]), int(sizes[at]), int(kept[at])) for at in cut})
    within = np.arange(kept.sum()) - np.repeat(np.cumsum(kept) - kept, kept)
    pairs = np.stack([np.repeat(left, kept), right[np.repeat(starts, kept) + within]], axis=1)
    return Found(np.unique(pairs[pairs[:, 0] != pairs[:, 1]], axis=0), capped)


def _together(parts: Sequence[Found]) -> Found:
    pairs = np.unique(np.concatenate([part.pairs for part in parts]), axis=0)
    return Found(pairs, sorted({bucket for part in parts for bucket in part.capped}))
