"""From groups of texts that share a key to candidate pairs, and from these to matches, verified where the sketches are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from goldkit.duplicates.candidates import joined
from goldkit.duplicates.cluster.arrow import Columns, Kinds
from goldkit.duplicates.cluster.corpus import get
from goldkit.duplicates.cluster.scratch import Scratch
from goldkit.duplicates.membership import Membership
from goldkit.duplicates.near_misses import NearMisses
from goldkit.duplicates.shingles import Shingled
from goldkit.duplicates.verify import Figures, figures, pair_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from goldkit.results.widen import WidenParameters


@dataclass(frozen=True, slots=True)
class Join:
    """Work: from entries grouped by route and key to pairs a < b, `size` 0; and to the buckets that were cut, of `size` members.

    left: entries of labelled texts in the scratch folder, empty where the entries themselves tell who asks. bands: routes below
    are bands. within: found by another route than a band. Of a bucket a is the first member and b how many were kept.
    """

    scratch: Scratch
    left: str
    bands: int
    cap: int
    gives: ClassVar[Kinds] = {"a": "integer", "b": "integer", "within": "flag", "size": "integer"}

    def __call__(self, batch: Columns) -> Columns:
        """As Work."""
        sizes = np.diff(batch["ends"], prepend=0)
        routes, keys = np.repeat(batch["route"], sizes), np.repeat(batch["key"], sizes)
        right = batch["value"] >> 1
        rows = [np.empty((0, 4), np.int64)]
        for route in np.unique(routes).tolist():
            mine = routes == route
            left_keys, left = self._left(route, keys[mine], batch["value"][mine])
            found = joined(left_keys, left, keys[mine], right[mine], self.cap)
            within = int(route >= self.bands)
            pairs = np.unique(np.sort(found.pairs, axis=1), axis=0)
            more = np.broadcast_to(np.array([within, 0]), (len(pairs), 2))
            cut = [(first, kept, within, members) for first, members, kept in found.capped]
            rows += [np.concatenate([pairs, more], axis=1), np.array(cut, np.int64).reshape(-1, 4)]
        together = np.unique(np.concatenate(rows), axis=0)
        return {"a": together[:, 0], "b": together[:, 1], "within": together[:, 2] > 0, "size": together[:, 3]}

    def _left(
        self, route: int, keys: NDArray[np.uint64], values: NDArray[np.int64]
    ) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        if not self.left:
            asks = (values & 1) > 0
            return keys[asks], values[asks] >> 1
        known = self.scratch.shared(self.left)
        mine = np.flatnonzero((known["route"] == route) & np.isin(known["key"], keys))
        return known["key"][mine], known["value"][mine] >> 1


@dataclass(frozen=True, slots=True)
class Pick:
    """Work: of what Join gave, either the pairs or the cut buckets."""

    cut: bool
    gives: ClassVar[Kinds] = Join.gives

    def __call__(self, batch: Columns) -> Columns:
        """As Work."""
        chosen = np.flatnonzero((batch["size"] > 0) == self.cut)
        return {name: batch[name][chosen] for name in self.gives}


@dataclass(frozen=True, slots=True)
class Once:
    """Work: each pair of groups by a and b once; within: by any route but a band."""

    gives: ClassVar[Kinds] = {"a": "integer", "b": "integer", "within": "flag"}

    def __call__(self, batch: Columns) -> Columns:
        """As Work."""
        starts = np.concatenate([np.zeros(1, np.int64), batch["ends"]])[:-1]
        within = np.logical_or.reduceat(batch["within"], starts) if len(starts) else batch["within"]
        return {"a": batch["a"], "b": batch["b"], "within": within}


@dataclass(frozen=True, slots=True)
class Close:
    """Work: the pairs that their sizes allow to be similar enough, and those found by another route than a band."""

    jaccard: float
    gives: ClassVar[Kinds] = {
        "a": "integer",
        "b": "integer",
        "block_a": "text",
        "at_a": "integer",
        "block_b": "text",
        "at_b": "integer",
    }

    def __call__(self, batch: Columns) -> Columns:
        """As Work."""
        from goldkit.duplicates.search import close

        count = len(batch["a"])
        places = np.arange(2 * count).reshape(2, count).T
        sizes = np.concatenate([batch["shingles_a"], batch["shingles_b"]])
        fits = np.zeros(count, np.bool_)
        fits[close(places, sizes, self.jaccard)[:, 0]] = True
        chosen = np.flatnonzero(fits | batch["within"])
        return {
            name: [batch[name][at] for at in chosen] if kind == "text" else batch[name][chosen]
            for name, kind in self.gives.items()
        }


@dataclass(frozen=True, slots=True)
class Carry:
    """Work: from pairs grouped by the block of a to the same pairs with a's sketch, for the block of b to be met."""

    scratch: Scratch
    gives: ClassVar[Kinds] = {
        "a": "integer",
        "b": "integer",
        "block_b": "text",
        "at_b": "integer",
        "words": "integer",
        "hashes": "bytes",
    }

    def __call__(self, batch: Columns) -> Columns:
        """As Work."""
        words, hashes = [], []
        start = 0
        for name, end in zip(batch["block_a"], batch["ends"].tolist(), strict=True):
            block = get(self.scratch, name)
            for at in batch["at_a"][start:end].tolist():
                words.append(int(block.words[at]))
                hashes.append(block.shingles(at).tobytes())
            start = end
        return {**{name: batch[name] for name in ("a", "b", "block_b", "at_b")}, "words": words, "hashes": hashes}


@dataclass(frozen=True, slots=True)
class Verify:
    """Work: from pairs grouped by the block of b to matches; a pair that nearly is one has `match` unset."""

    scratch: Scratch
    stops: str
    parameters: WidenParameters
    gives: ClassVar[Kinds] = {
        "a": "integer",
        "b": "integer",
        "jaccard": "figure",
        "a_in_b": "figure",
        "b_in_a": "figure",
        "boilerplate": "flag",
        "match": "flag",
    }

    def __call__(self, batch: Columns) -> Columns:
        """As Work."""
        stops = Membership(self.scratch.shared(self.stops)["hashes"])
        missed = NearMisses(self.parameters.jaccard)
        rows = []
        start = 0
        for name, end in zip(batch["block_b"], batch["ends"].tolist(), strict=True):
            block = get(self.scratch, name)
            for row in range(start, end):
                one = Shingled(np.frombuffer(batch["hashes"][row], np.uint64), int(batch["words"][row]))
                at = int(batch["at_b"][row])
                other = Shingled(block.shingles(at), int(block.words[at]))
                exact = figures(one.hashes, other.hashes)
                pair = pair_of(exact, one, other, stops, self.parameters)
                a, b = int(batch["a"][row]), int(batch["b"][row])
                if pair is None:
                    missed.tell(a, b, exact)
                else:
                    rows.append((a, b, *pair.figures, pair.boilerplate, True))
            start = end
        rows += [(a, b, *exact, False, False) for a, b, exact in missed.found()]
        return {name: [row[at] for row in rows] for at, name in enumerate(self.gives)}


def figures_in(row: tuple[float, ...]) -> Figures:
    """The figures of a row that Verify gave."""
    return Figures(*row[2:5])
