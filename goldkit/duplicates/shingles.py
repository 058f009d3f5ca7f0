"""Shingles: the set a text is compared by."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np

from goldkit.text.tokens import Run, runs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from goldkit.results.widen import WidenParameters

VERSION = 1
"""Of the tokens and the hashing: another version gives other shingles, so it is part of every index digest."""

_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)


@dataclass(frozen=True, slots=True)
class Shingled:
    """A text as its shingles: sorted distinct 64-bit hashes, shape (n,), and its length in words.

    Two different shingles share a hash with probability 2⁻⁶⁴: figures computed from hashes are exact for all we can see.
    words: tokens of spaced scripts, and half the characters of unspaced ones, where a word has about two.
    """

    hashes: NDArray[np.uint64]
    words: int


def shingled(text: str, parameters: WidenParameters) -> Shingled:
    """The shingles of a text: word n-grams, or character n-grams where there are no spaces between words.

    A run shorter than n is one shingle of its own; a text without words has none.
    """
    found = runs(text)
    parts = [_ngrams(run, parameters.characters if run.unspaced else parameters.words) for run in found]
    words = sum((len(run.tokens) + 1) // 2 if run.unspaced else len(run.tokens) for run in found)
    return Shingled(np.unique(np.concatenate(parts)) if parts else np.empty(0, np.uint64), words)


def mixed(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The values scrambled one to one (the finaliser of SplitMix64: Steele, Lea and Flood, OOPSLA 2014)."""
    values = (values ^ (values >> np.uint64(30))) * _MIX_1
    values = (values ^ (values >> np.uint64(27))) * _MIX_2
    return values ^ (values >> np.uint64(31))


def _ngrams(run: Run, n: int) -> NDArray[np.uint64]:
    hashes = np.fromiter(map(_token_hash, run.tokens), np.uint64, len(run.tokens))
    n = min(n, len(hashes))
    grams = np.full(len(hashes) - n + 1, n, np.uint64)
    for at in range(n):
        grams = mixed(grams * _STEP + hashes[at : len(hashes) - n + 1 + at])
    return grams


@lru_cache(maxsize=1 << 18)
def _token_hash(token: str) -> int:
    return int.from_bytes(blake2b(token.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")
