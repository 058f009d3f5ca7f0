"""The shingles of many texts at once: what `shingled` gives for each, in a fraction of the time.

The n-grams are made over all tokens of a block. A run of tokens ends with its text, so no shingle holds words of two texts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from goldkit.duplicates.shingles import STEP, mixed
from goldkit.duplicates.token_blocks import tokens

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from goldkit.results.widen import WidenParameters


class Block(NamedTuple):
    """hashes: the sorted distinct shingles of text 0, then of text 1, …; sizes: how many each has; words: of each text."""

    hashes: NDArray[np.uint64]
    sizes: NDArray[np.int64]
    words: NDArray[np.int32]


class _Runs(NamedTuple):
    """Runs of tokens, one after another: the text of each, its length, and whether it is of unspaced characters."""

    text: NDArray[np.int64]
    length: NDArray[np.int64]
    unspaced: NDArray[np.bool_]


def shingled_block(texts: Sequence[str], parameters: WidenParameters) -> Block:
    """The shingles of each text, in the order given."""
    hashes, unspaced, sizes = tokens(texts)
    found = _runs(np.repeat(np.arange(len(texts)), sizes), unspaced)
    grams, per_run = _ngrams(hashes, found, parameters)
    per_text = _summed(found.text, per_run, len(texts))
    worth = np.where(found.unspaced, (found.length + 1) // 2, found.length)
    kept, distinct = _distinct(grams, per_text)
    return Block(kept, distinct, _summed(found.text, worth, len(texts)).astype(np.int32))


def _runs(text: NDArray[np.int64], flags: NDArray[np.bool_]) -> _Runs:
    first = np.ones(len(text), np.bool_)
    first[1:] = (text[1:] != text[:-1]) | (flags[1:] != flags[:-1])
    starts = np.flatnonzero(first)
    return _Runs(text[starts], np.diff(starts, append=len(text)), flags[starts])


def _ngrams(
    hashes: NDArray[np.uint64], found: _Runs, parameters: WidenParameters
) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """The n-grams of the runs in their order, and how many each run has."""
    n = np.minimum(np.where(found.unspaced, parameters.characters, parameters.words), found.length)
    counts = found.length - n + 1
    skipped = np.cumsum(n - 1) - (n - 1)
    starts = np.arange(counts.sum()) + np.repeat(skipped, counts)
    wide = np.repeat(n, counts)
    grams = wide.astype(np.uint64)
    for at in range(int(n.max(initial=0))):
        inside = slice(None) if at < n.min() else np.flatnonzero(at < wide)
        grams[inside] = mixed(grams[inside] * STEP + hashes[starts[inside] + at])
    return grams, counts


def _distinct(grams: NDArray[np.uint64], sizes: NDArray[np.int64]) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """The grams of each text sorted and once only, and how many that are."""
    ends = np.cumsum(sizes)
    for start, end in zip((ends - sizes).tolist(), ends.tolist(), strict=True):
        grams[start:end].sort()
    kept = np.ones(len(grams), np.bool_)
    kept[1:] = grams[1:] != grams[:-1]
    kept[(ends - sizes)[sizes > 0]] = True
    before = np.concatenate([np.zeros(1, np.int64), np.cumsum(kept)])
    return grams[kept], before[ends] - before[ends - sizes]


def _summed(text: NDArray[np.int64], values: NDArray[np.int64], texts: int) -> NDArray[np.int64]:
    return np.bincount(text, weights=values, minlength=texts).astype(np.int64)
