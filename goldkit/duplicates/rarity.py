"""How often shingles occur in a corpus, about: never less often than told by a table of their lowest bits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from goldkit.duplicates.membership import low_bits

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from goldkit.duplicates.corpus_sketches import CorpusSketches

_BITS = range(20, 27)
"""Of the table: for half as many entries as there are occurrences, within 4 and 256 MB."""
_FEW_BITS = 20
_FEW = np.uint64((1 << _FEW_BITS) - 1)


class Rarity:
    """Counts occurrences. Hashes with the same lowest bits are counted together. total: about how many there will be."""

    def __init__(self, total: int) -> None:
        bits = min(max(total.bit_length() - 1, _BITS[0]), _BITS[-1])
        self._total = total
        self.table = np.zeros(1 << bits, np.uint32)
        self._mask = np.uint64((1 << bits) - 1)

    @property
    def usual(self) -> int:
        """What `most` says of many hashes that occur once: of each table entry there are so many occurrences and more."""
        return 1 + round(self._total / len(self.table) / 2)

    def add(self, hashes: NDArray[np.uint64]) -> None:
        """Each hash occurs once more."""
        np.add.at(self.table, low_bits(hashes, self._mask), np.uint32(1))

    def most(self, hashes: NDArray[np.uint64]) -> NDArray[np.uint32]:
        """How often each of the hashes occurs at most; the shape of the hashes."""
        often: NDArray[np.uint32] = self.table[low_bits(hashes, self._mask)]
        return often

    def often(self, least: int) -> Often:
        """Asked for hashes that may occur so many times at least."""
        return Often(self, least)


class Often:
    """A small table, which stays in a core's cache, turns almost all hashes away that are rarer."""

    def __init__(self, rarity: Rarity, least: int) -> None:
        self._rarity, self._least = rarity, least
        tables: NDArray[np.bool_] = (rarity.table >= least).reshape(-1, 1 << _FEW_BITS)
        self._likely: NDArray[np.bool_] = np.logical_or.reduce(tables, axis=0)

    def where(self, hashes: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Where hashes stand that may occur often enough."""
        likely = np.flatnonzero(self._likely[low_bits(hashes, _FEW)])
        return likely[self._rarity.most(hashes[likely]) >= self._least]


def rarity_of(corpus: CorpusSketches) -> Rarity:
    """The shingles of all texts of a corpus."""
    rarity = Rarity(int(corpus.counts.sum()))
    for _, block in corpus.blocks():
        rarity.add(block.hashes)
    return rarity
