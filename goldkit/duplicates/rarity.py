"""How often shingles occur in a corpus, about: never less often than told by a table of their lowest bits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from goldkit.duplicates.corpus_sketches import CorpusSketches

BITS = 24
_MASK = np.uint64((1 << BITS) - 1)


class Rarity:
    """Counts occurrences, 64 MB for any number of them. Hashes with the same lowest bits are counted together."""

    def __init__(self) -> None:
        self._table = np.zeros(1 << BITS, np.uint32)

    def add(self, hashes: NDArray[np.uint64]) -> None:
        """Each hash occurs once more."""
        np.add.at(self._table, (hashes & _MASK).astype(np.int64), np.uint32(1))

    def most(self, hashes: NDArray[np.uint64]) -> NDArray[np.uint32]:
        """How often each of the hashes occurs at most; the shape of the hashes."""
        often: NDArray[np.uint32] = self._table[hashes & _MASK]
        return often


def rarity_of(corpus: CorpusSketches) -> Rarity:
    """The shingles of all texts of a corpus."""
    rarity = Rarity()
    for _, block in corpus.blocks():
        rarity.add(block.hashes)
    return rarity
