"""Sketches: all that a search for near-duplicates has to know of a text, many of them as a few arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

import numpy as np

from goldkit.duplicates.shingle_blocks import shingled_block
from goldkit.duplicates.signatures import signatures

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from goldkit.results.widen import WidenParameters

BLOCK = 1 << 20
"""About how many characters are shingled at a time; a longer text is a block of its own."""


@dataclass(frozen=True, slots=True)
class Sketches:
    """n texts, in order.

    digests: SHA-256 of each text in UTF-8, shape (n, 32). hashes: the sorted distinct shingles of text 0, then of text 1, ….
    ends: shape (n,), text i's are hashes[ends[i-1]:ends[i]] (from 0 for the first). words: as `Shingled` counts them, shape
    (n,). signatures: MinHash, shape (n, permutations).
    """

    digests: NDArray[np.uint8]
    hashes: NDArray[np.uint64]
    ends: NDArray[np.int64]
    words: NDArray[np.int32]
    signatures: NDArray[np.uint32]

    def __len__(self) -> int:
        return len(self.ends)

    def shingles(self, at: int) -> NDArray[np.uint64]:
        """The sorted distinct shingles of the text at a place in [0, n)."""
        return self.hashes[(self.ends[at - 1] if at else 0) : self.ends[at]]

    def take(self, rows: ArrayLike) -> Sketches:
        """Those at the given places (integers in [0, n)), in the order given."""
        chosen = np.asarray(rows, np.int64)
        starts = np.concatenate([np.zeros(1, np.int64), self.ends])[chosen]
        sizes = self.ends[chosen] - starts
        ends = np.cumsum(sizes)
        at = np.arange(sizes.sum()) + np.repeat(starts - (ends - sizes), sizes)
        return Sketches(self.digests[chosen], self.hashes[at], ends, self.words[chosen], self.signatures[chosen])

    @staticmethod
    def joined(parts: Sequence[Sketches]) -> Sketches:
        """The texts of all parts, one part after another; at least one part, all with as many permutations."""
        before = np.cumsum([0, *(len(part.hashes) for part in parts[:-1])])
        return Sketches(
            np.concatenate([part.digests for part in parts]),
            np.concatenate([part.hashes for part in parts]),
            np.concatenate([part.ends + shift for part, shift in zip(parts, before, strict=True)]),
            np.concatenate([part.words for part in parts]),
            np.concatenate([part.signatures for part in parts]),
        )


def sketched(texts: Sequence[str], parameters: WidenParameters, digests: Sequence[bytes] | None = None) -> Sketches:
    """The sketch of each text, in the order given: what `shingled` and `signatures` give for it, made a block at a time.

    digests: the SHA-256 of each, where they are known.
    """
    sums = digests or [sha256(text.encode("utf-8", "surrogatepass")).digest() for text in texts]
    parts = [_block(texts[part], sums[part], parameters) for part in _blocks(texts)]
    return parts[0] if len(parts) == 1 else Sketches.joined(parts)


def _blocks(texts: Sequence[str]) -> Iterator[slice]:
    """Where the texts in their order are cut: where BLOCK characters are full; one empty block where there are none."""
    start = size = 0
    for at, text in enumerate(texts):
        if size + len(text) > BLOCK and at > start:
            yield slice(start, at)
            start, size = at, 0
        size += len(text)
    yield slice(start, None)


def _block(texts: Sequence[str], digests: Sequence[bytes], parameters: WidenParameters) -> Sketches:
    hashes, sizes, words = shingled_block(texts, parameters)
    sums = np.frombuffer(b"".join(digests), np.uint8).reshape(-1, 32)
    made = signatures(hashes, sizes, parameters.permutations, parameters.seed)
    return Sketches(sums, hashes, np.cumsum(sizes), words, made)
