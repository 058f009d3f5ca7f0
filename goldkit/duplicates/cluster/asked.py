"""Which shingles are asked for at all: told by a table of bits, so that few others travel to where texts are joined."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from goldkit.duplicates.cluster.arrow import Columns, Kinds
from goldkit.duplicates.cluster.blocks import Blocks, parts, rarity_at
from goldkit.duplicates.cluster.scratch import Scratch
from goldkit.duplicates.containment import RareShingles
from goldkit.duplicates.membership import Membership

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from goldkit.results.widen import WidenParameters

_BITS = range(20, 31)
"""Of a hash that number its cell: for about eight cells for each shingle asked for, in at most 128 MB."""


def cells_for(asked: int) -> int:
    """How many of its lowest bits number the cell of a hash, where so many are asked for."""
    return min(max((8 * asked).bit_length(), _BITS[0]), _BITS[-1])


@dataclass(frozen=True, slots=True)
class Asked:
    """Work: the cells of the shingles that the texts of blocks ask for, as sorted 32-bit numbers, packed."""

    scratch: Scratch
    parameters: WidenParameters
    rarity: str
    stops: str
    bits: int
    gives: ClassVar[Kinds] = {"cells": "bytes"}

    def __call__(self, batch: Columns) -> Columns:
        """As Work."""
        from zstandard import ZstdCompressor

        stops = Membership(self.scratch.shared(self.stops)["hashes"])
        rarity = rarity_at(self.scratch, self.rarity)
        search = RareShingles(Blocks(tuple(parts(batch, self.scratch))), stops, rarity, self.parameters)
        hashes = [np.empty(0, np.uint64), *(texts.hashes[search.rarest(texts)] for texts in search.blocks())]
        cells = np.unique(cells_of(np.concatenate(hashes), self.bits))
        return {"cells": [ZstdCompressor(1).compress(np.diff(cells, prepend=np.uint32(0)).tobytes())]}


class Cells:
    """A bit for each cell. table: the bits, eight in a byte; all unset where none is given."""

    def __init__(self, bits: int, table: NDArray[np.uint8] | None = None) -> None:
        self._bits = bits
        self.table = np.zeros(1 << (bits - 3), np.uint8) if table is None else table

    def add(self, packed: bytes) -> None:
        """Set the bits of what a batch gave."""
        from zstandard import ZstdDecompressor

        cells = np.cumsum(np.frombuffer(ZstdDecompressor().decompress(packed), np.uint32), dtype=np.uint32)
        np.bitwise_or.at(self.table, cells >> 3, np.left_shift(1, cells & 7).astype(np.uint8))

    def holds(self, hashes: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Whether the cell of each hash is set; the shape of the hashes."""
        cells = cells_of(hashes, self._bits)
        held: NDArray[np.bool_] = (self.table[cells >> 3] >> (cells & 7).astype(np.uint8)) & 1 > 0
        return held


def cells_of(hashes: NDArray[np.uint64], bits: int) -> NDArray[np.uint32]:
    """The cell of each hash."""
    return (hashes & np.uint64((1 << bits) - 1)).astype(np.uint32)
