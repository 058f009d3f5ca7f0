"""Entries of a corpus that is compared with labelled chunks: only what they share is looked for, and they are known everywhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from goldkit.duplicates.candidates import band_keys
from goldkit.duplicates.cluster.arrow import Columns, Kinds
from goldkit.duplicates.cluster.blocks import ENTRY, Blocks, entry_columns, parts, rarity_at
from goldkit.duplicates.cluster.scratch import Scratch
from goldkit.duplicates.containment import RareShingles
from goldkit.duplicates.membership import Membership
from goldkit.duplicates.shingles import Shingled
from goldkit.duplicates.stops import isin_sorted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from goldkit.duplicates.bands import Bands
    from goldkit.results.widen import WidenParameters


@dataclass(frozen=True, slots=True)
class Left:
    """Work: the sketches of labelled texts, to be brought to the driver."""

    scratch: Scratch
    gives: ClassVar[Kinds] = {"rank": "integer", "words": "integer", "hashes": "bytes", "signature": "bytes"}

    def __call__(self, batch: Columns) -> Columns:
        """As Work."""
        made: dict[str, list[Any]] = {name: [] for name in self.gives}
        for part in parts(batch, self.scratch):
            for at, rank in enumerate(part.ranks.tolist()):
                made["rank"].append(rank)
                made["words"].append(int(part.sketches.words[at]))
                made["hashes"].append(part.sketches.shingles(at).tobytes())
                made["signature"].append(part.sketches.signatures[at].tobytes())
        return made


def left_side(
    rows: list[tuple[Any, ...]],
    scratch: Scratch,
    search: tuple[Bands, WidenParameters, str, NDArray[np.uint64]],
) -> tuple[str, str]:
    """Leaves the entries of labelled texts in the scratch folder, and what tells others whether they share a shingle with them.

    rows: of Left. search: bands, parameters, the rarity's name, stop shingles. Returns the names of both.
    """
    bands, parameters, rarity, stops = search
    rows = sorted(rows)
    ranks = np.array([row[0] for row in rows], np.int64)
    signatures = np.frombuffer(b"".join(row[3] for row in rows), np.uint32).reshape(len(rows), parameters.permutations)
    made = [(band, keys, 2 * ranks) for band, keys in enumerate(band_keys(signatures, bands))]
    rare = RareShingles(Blocks(()), Membership(stops), rarity_at(scratch, rarity), parameters)
    mine = rare.texts((row[0], Shingled(np.frombuffer(row[2], np.uint64), row[1])) for row in rows)
    asked = mine.entries(rare.rarest(mine))
    every = mine.entries(np.arange(len(mine.hashes)))
    made += [(bands.bands, asked.hashes, 2 * asked.owners), (bands.bands + 1, every.hashes, 2 * every.owners)]
    values, counts = np.unique(mine.hashes, return_counts=True)
    known = {"values": values, "counts": counts, "rarest": isin_sorted(values, np.unique(asked.hashes))}
    return scratch.put(entry_columns(made)), scratch.put(known)


@dataclass(frozen=True, slots=True)
class LabelledEntries:
    """Work: from blocks to the entries whose keys labelled texts have. names: of the rarity, the stops, and both of left_side."""

    scratch: Scratch
    bands: Bands
    parameters: WidenParameters
    names: tuple[str, str, str, str]
    gives: ClassVar[Kinds] = ENTRY

    def __call__(self, batch: Columns) -> Columns:
        """As Work."""
        rarity, stops, left, known = self.names
        found = tuple(parts(batch, self.scratch))
        entries, mine = self.scratch.shared(left), self.scratch.shared(known)
        keys_of = [np.unique(entries["key"][entries["route"] == band]) for band in range(self.bands.bands)]
        made = []
        for part in found:
            for band, keys in enumerate(band_keys(part.sketches.signatures, self.bands)):
                where = np.flatnonzero(isin_sorted(keys, keys_of[band]))
                made.append((band, keys[where], 2 * part.ranks[where]))
        values, counts, rarest = Membership(mine["values"]), mine["counts"], mine["rarest"]
        stopped = Membership(self.scratch.shared(stops)["hashes"])
        search = RareShingles(Blocks(found), stopped, rarity_at(self.scratch, rarity), self.parameters)
        for texts in search.blocks():
            where, at = values.hits(texts.hashes)
            holding, held = texts.entries(where[rarest[at]]), search.held(texts, where, counts[at])
            made.append((self.bands.bands, holding.hashes, 2 * holding.owners))
            made.append((self.bands.bands + 1, held.hashes, 2 * held.owners))
        return entry_columns(made)
