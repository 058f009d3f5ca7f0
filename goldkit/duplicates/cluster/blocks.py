"""Work on the sketches of the texts that count, a few blocks at a time: rarity, boilerplate, and the keys that pairs share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from goldkit.duplicates.cluster.arrow import Columns, Kinds
from goldkit.duplicates.cluster.corpus import get
from goldkit.duplicates.cluster.scratch import Scratch
from goldkit.duplicates.rarity import Rarity

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from goldkit.duplicates.sketches import Sketches

AT_ONCE = 16
"""Blocks of sketches that are worked on at a time."""


class Part(NamedTuple):
    """The texts of a block that count: their ranks, documents and sketches."""

    ranks: NDArray[np.int64]
    documents: NDArray[np.uint64]
    sketches: Sketches


def parts(batch: Columns, scratch: Scratch) -> Iterator[Part]:
    """The blocks of a batch that is grouped by block."""
    start = 0
    for name, end in zip(batch["block"], batch["ends"].tolist(), strict=True):
        order = start + np.argsort(batch["at"][start:end])
        yield Part(batch["rank"][order], batch["document"][order], get(scratch, name).take(batch["at"][order]))
        start = end


@dataclass(frozen=True, slots=True)
class Blocks:
    """Blocks as the search for contained texts reads them."""

    found: tuple[Part, ...]

    def blocks(self) -> Iterator[tuple[NDArray[np.int64], Sketches]]:
        """Ranks and sketches of each."""
        return ((part.ranks, part.sketches) for part in self.found)


@dataclass(frozen=True, slots=True)
class Count:
    """Work: how often shingles occur, as a packed table of counts by their lowest bits."""

    scratch: Scratch
    total: int
    gives: ClassVar[Kinds] = {"table": "bytes"}

    def __call__(self, batch: Columns) -> Columns:
        """As Work."""
        from zstandard import ZstdCompressor

        rarity = Rarity(self.total)
        for part in parts(batch, self.scratch):
            rarity.add(part.sketches.hashes)
        return {"table": [ZstdCompressor(1).compress(rarity.table.tobytes())]}


def unpacked_table(table: bytes) -> NDArray[np.uint32]:
    """The counts of one batch, as Rarity has them."""
    from zstandard import ZstdDecompressor

    return np.frombuffer(ZstdDecompressor().decompress(table), np.uint32)


@dataclass(frozen=True, slots=True)
class Frequent:
    """Work: the shingles that may be in `least` documents, each once a document."""

    scratch: Scratch
    rarity: str
    least: int
    gives: ClassVar[Kinds] = {"hash": "hash", "document": "hash"}

    def __call__(self, batch: Columns) -> Columns:
        """As Work."""
        often = rarity_at(self.scratch, self.rarity).often(self.least)
        found = [np.empty((0, 2), np.uint64)]
        for part in parts(batch, self.scratch):
            where = often.where(part.sketches.hashes)
            owners = part.documents[np.searchsorted(part.sketches.ends, where, "right")]
            found.append(np.stack([part.sketches.hashes[where], owners], axis=1))
        pairs = np.unique(np.concatenate(found), axis=0)
        return {"hash": pairs[:, 0], "document": pairs[:, 1]}


@dataclass(frozen=True, slots=True)
class AtLeast:
    """Work: the hashes of groups with enough members."""

    least: int
    gives: ClassVar[Kinds] = {"hash": "hash"}

    def __call__(self, batch: Columns) -> Columns:
        """As Work."""
        return {"hash": batch["hash"][np.diff(batch["ends"], prepend=0) >= self.least]}


def rarity_at(scratch: Scratch, name: str) -> Rarity:
    """The rarity of all shingles, as the scratch folder has it."""
    arrays = scratch.shared(name)
    rarity = Rarity(int(arrays["total"]))
    rarity.table = arrays["table"]
    return rarity


ENTRY: Kinds = {"route": "integer", "key": "hash", "value": "integer"}
"""Texts by the keys they might share with others. route: the number of a band, or one past the last for rare shingles, or two
past for the shingles by which a labelled text may hold others. value: twice the rank, plus one where the text asks for the key."""


def entry_columns(made: list[tuple[int, NDArray[np.uint64], NDArray[np.int64]]]) -> dict[str, Any]:
    """Entries of several routes as columns."""
    return {
        "route": np.repeat(np.array([route for route, _, _ in made], np.int64), [len(keys) for _, keys, _ in made]),
        "key": np.concatenate([np.empty(0, np.uint64), *(keys for _, keys, _ in made)]),
        "value": np.concatenate([np.empty(0, np.int64), *(values for _, _, values in made)]),
    }
