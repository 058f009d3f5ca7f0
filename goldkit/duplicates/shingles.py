"""Shingles: the set a text is compared by."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from goldkit.text.tokens import Run, runs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from goldkit.results.widen import WidenParameters

VERSION = 2
"""Of the tokens and the hashing: another version gives other shingles, so it is part of every index digest."""

WINDOW = 8
"""Shingles in a row one of which stands for a passage; with words of three, a passage of twelve words has so many in it."""

LONGEST = 16
"""Bytes of a token that is hashed as two numbers."""

STEP = np.uint64(0x9E3779B97F4A7C15)
"""What a hash is multiplied by before the next token's is added."""

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
    parts = _grams(found, parameters)
    words = sum((len(run.tokens) + 1) // 2 if run.unspaced else len(run.tokens) for run in found)
    return Shingled(np.unique(np.concatenate(parts)) if parts else np.empty(0, np.uint64), words)


def winnowed(text: str, parameters: WidenParameters) -> NDArray[np.uint64]:
    """The smallest of every WINDOW consecutive shingles of a text: sorted, distinct, about a quarter of all.

    Every passage of the text that has WINDOW shingles in a row has one of them (winnowing: Schleimer, Wilkerson and Aiken,
    SIGMOD 2003), and `inner` of the passage are all among them.
    """
    return _smallest(_grams(runs(text), parameters), short=True)


def inner(passage: str, parameters: WidenParameters) -> NDArray[np.uint64]:
    """What `winnowed` of any text has that holds the passage, even if cut inside a word: empty where the passage is too short."""
    found = runs(passage)
    if found:
        found[0] = Run(found[0].tokens[1:], found[0].unspaced)
        found[-1] = Run(found[-1].tokens[:-1], found[-1].unspaced)
    whole = [run for run in found if len(run.tokens) >= max(parameters.words, parameters.characters)]
    return _smallest(_grams(whole, parameters), short=False)


def mixed(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The values scrambled one to one (the finaliser of SplitMix64: Steele, Lea and Flood, OOPSLA 2014)."""
    values = (values ^ (values >> np.uint64(30))) * _MIX_1
    values = (values ^ (values >> np.uint64(27))) * _MIX_2
    return values ^ (values >> np.uint64(31))


def _grams(found: list[Run], parameters: WidenParameters) -> list[NDArray[np.uint64]]:
    return [_ngrams(run, parameters.characters if run.unspaced else parameters.words) for run in found]


def _smallest(parts: list[NDArray[np.uint64]], short: bool) -> NDArray[np.uint64]:
    """The smallest hash of every window. short: a part shorter than a window has one too."""
    windows = [sliding_window_view(part, min(WINDOW, len(part))) for part in parts if short or len(part) >= WINDOW]
    return np.unique(np.concatenate([np.empty(0, np.uint64), *(window.min(axis=1) for window in windows)]))


def _ngrams(run: Run, n: int) -> NDArray[np.uint64]:
    hashes = np.fromiter(map(token_hash, run.tokens), np.uint64, len(run.tokens))
    n = min(n, len(hashes))
    grams = np.full(len(hashes) - n + 1, n, np.uint64)
    for at in range(n):
        grams = mixed(grams * STEP + hashes[at : len(hashes) - n + 1 + at])
    return grams


@lru_cache(maxsize=1 << 16)
def token_hash(token: str) -> int:
    """The 64-bit hash of a token: of its bytes as two little-endian numbers, or their BLAKE2b where two cannot hold them."""
    data = token.encode("utf-8", "surrogatepass")
    if len(data) > LONGEST:
        return int.from_bytes(blake2b(data, digest_size=8).digest(), "little")
    packed = np.frombuffer(data.ljust(LONGEST, b"\0"), "<u8")
    return int(packed_hashes(packed[:1], packed[1:])[0])


def packed_hashes(low: NDArray[np.uint64], high: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The hashes of tokens of at most LONGEST bytes: low holds bytes 0 to 7 of each, high 8 to 15, zeros after their ends.

    No token holds a zero byte, so two tokens never give the same numbers.
    """
    return mixed(mixed(low) * STEP + high)
