"""Candidate pairs: texts that share a key, and first of all those that share a band of their signatures."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from goldkit.duplicates.membership import Membership, distinct
from goldkit.duplicates.shingles import STEP, mixed
from goldkit.files.temporary import room_needed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from goldkit.duplicates.bands import Bands
    from goldkit.duplicates.corpus_sketches import CorpusSketches

_HALF, _LOWER = np.uint64(32), np.uint64(0xFFFFFFFF)


class Found(NamedTuple):
    """Candidate pairs, shape (n, 2): rows of (left, right) ranks, sorted, distinct; and the buckets that were cut.

    capped: (smallest right rank of the bucket, members, kept) each.
    """

    pairs: NDArray[np.int64]
    capped: list[tuple[int, int, int]]


def band_pairs(corpus: CorpusSketches, left: NDArray[np.int64], bands: Bands, cap: int) -> Found:
    """Pairs of a left text and any other whose signatures agree in all rows of some band."""
    return together([equal_keys(keys, left, cap) for keys in keys_by_band(corpus, bands)])


def band_keys(signatures: NDArray[np.uint32], bands: Bands) -> Iterator[NDArray[np.uint64]]:
    """For each band the key of every signature: equal where all rows of the band are; shape (len(signatures),)."""
    used = signatures[:, : bands.bands * bands.rows].reshape(len(signatures), bands.bands, bands.rows)
    keys = np.zeros((len(signatures), bands.bands), np.uint64)
    for row in range(bands.rows):
        keys = (keys + used[:, :, row]) * STEP
        keys ^= keys >> np.uint64(29)
    yield from np.ascontiguousarray(mixed(keys).T)


def keys_by_band(corpus: CorpusSketches, bands: Bands) -> Iterator[NDArray[np.uint64]]:
    """For each band the keys of all texts by rank. They lie in a temporary file meanwhile: one band at a time is in memory."""
    read: list[NDArray[np.int64]] = [np.empty(0, np.int64)]
    size, done = len(corpus), 0
    with tempfile.TemporaryFile() as file, room_needed():
        for ranks, block in corpus.blocks():
            for band, keys in enumerate(band_keys(block.signatures, bands)):
                file.seek(8 * (band * size + done))
                file.write(keys.tobytes())
            read.append(ranks)
            done += len(ranks)
        order = np.concatenate(read)
        file.seek(0)
        for _ in range(bands.bands):
            by_rank = np.empty(size, np.uint64)
            by_rank[order] = np.frombuffer(file.read(8 * size), np.uint64)
            yield by_rank


def equal_keys(keys: NDArray[np.uint64], left: NDArray[np.int64], cap: int) -> Found:
    """Pairs of a left text and any other of equal keys, which are given by rank."""
    if len(left) == len(keys):
        ordered = np.sort(keys)
        often = distinct(ordered[1:][ordered[1:] == ordered[:-1]])
        left = right = Membership(often).hits(keys)[0]
    else:
        right = Membership(distinct(keys[left])).hits(keys)[0]
    return joined(keys[left], left, keys[right], right, cap)


def joined(
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
    return Found(distinct_pairs(pairs[pairs[:, 0] != pairs[:, 1]]), capped)


def together(parts: Sequence[Found]) -> Found:
    """What any of the parts found."""
    pairs = distinct_pairs(np.concatenate([part.pairs for part in parts]))
    return Found(pairs, sorted({bucket for part in parts for bucket in part.capped}))


def distinct_pairs(pairs: NDArray[np.int64]) -> NDArray[np.int64]:
    """The rows of an array of shape (n, 2) sorted, each once. Numbers are below 2³², so that a row is one of 64 bits."""
    rows = pairs.astype(np.uint64)
    found = distinct(rows[:, 0] << _HALF | rows[:, 1])
    return np.stack([found >> _HALF, found & _LOWER], axis=1).astype(np.int64)
