"""Entries of a corpus that is compared with itself: its texts by the keys they might share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from goldkit.duplicates.candidates import band_keys
from goldkit.duplicates.cluster.arrow import Columns, Kinds
from goldkit.duplicates.cluster.asked import Cells
from goldkit.duplicates.cluster.blocks import ENTRY, Blocks, entry_columns, parts, rarity_at
from goldkit.duplicates.cluster.scratch import Scratch
from goldkit.duplicates.containment import RareShingles
from goldkit.duplicates.membership import Membership

if TYPE_CHECKING:
    from goldkit.duplicates.bands import Bands
    from goldkit.results.widen import WidenParameters


@dataclass(frozen=True, slots=True)
class Entries:
    """Work: from blocks to the entries of a corpus that is compared with itself.

    asked: the name and bits of the cells that somebody asks for.
    """

    scratch: Scratch
    bands: Bands
    parameters: WidenParameters
    rarity: str
    stops: str
    asked: tuple[str, int]
    gives: ClassVar[Kinds] = ENTRY

    def __call__(self, batch: Columns) -> Columns:
        """As Work."""
        found = tuple(parts(batch, self.scratch))
        made = []
        for part in found:
            for band, keys in enumerate(band_keys(part.sketches.signatures, self.bands)):
                made.append((band, keys, 2 * part.ranks + 1))
        rarity = rarity_at(self.scratch, self.rarity)
        name, bits = self.asked
        cells = Cells(bits, self.scratch.shared(name)["cells"])
        stops = Membership(self.scratch.shared(self.stops)["hashes"])
        search = RareShingles(Blocks(found), stops, rarity, self.parameters)
        for texts in search.blocks():
            asks = np.zeros(len(texts.hashes), np.int64)
            asks[search.rarest(texts)] = 1
            # A shingle that occurs once, or that nobody asks for, joins nothing.
            shared = np.flatnonzero(cells.holds(texts.hashes))
            shared = shared[rarity.most(texts.hashes[shared]) > 1]
            entries = texts.entries(shared)
            made.append((self.bands.bands, entries.hashes, 2 * entries.owners + asks[shared]))
        return entry_columns(made)
