"""Candidate pairs of which one text may hold most of the other: an overlapping window, a chunk inside a longer one.

MinHash cannot find them, since their Jaccard similarity may be small. But what holds ⌈t|A|⌉ of A's shingles holds one of any
|A| − ⌈t|A|⌉ + 1 of them, so it is enough to ask who holds the rarest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from goldkit.duplicates.candidates import Found, joined, together
from goldkit.duplicates.membership import Membership

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from goldkit.duplicates.corpus_sketches import CorpusSketches
    from goldkit.duplicates.rarity import Rarity
    from goldkit.results.widen import WidenParameters


class _Sets(NamedTuple):
    """Shingles of some texts, those of one text after those of another, and the rank of the text of each."""

    hashes: NDArray[np.uint64]
    owners: NDArray[np.int64]


def containment_pairs(
    corpus: CorpusSketches,
    left: NDArray[np.int64],
    stops: NDArray[np.uint64],
    rarity: Rarity,
    parameters: WidenParameters,
) -> Found:
    """Pairs of a left text and any other of which one may hold `containment` of the other's shingles, stop shingles aside.

    Texts shorter than `least_words` take no part.
    """
    search = _Search(corpus, left, Membership(stops), rarity, parameters)
    narrow = search.holders_of_left()
    return narrow if len(left) == len(corpus) else together([narrow, search.held_by_left()])


class _Search:
    def __init__(
        self,
        corpus: CorpusSketches,
        left: NDArray[np.int64],
        stops: Membership,
        rarity: Rarity,
        parameters: WidenParameters,
    ) -> None:
        self._corpus, self._stops, self._rarity, self._parameters = corpus, stops, rarity, parameters
        self._is_left = np.zeros(len(corpus), np.bool_)
        self._is_left[left] = True

    def holders_of_left(self) -> Found:
        """Left texts with those that may hold them."""
        asked = _joined_sets([self._rarest(sets, self._rarity.most(sets.hashes)) for sets in self._left()])
        # A hash that one text has joins nothing: only what two have at least is looked at.
        values = np.unique(asked.hashes)
        counts = np.zeros(len(values), np.int64)
        known = Membership(values)
        for sets in self._all():
            counts += np.bincount(known.hits(sets.hashes)[1], minlength=len(values))
        known = Membership(values[counts > 1])
        asked = _among(asked, known)
        holding = _joined_sets([_among(sets, known) for sets in self._all()])
        return joined(asked.hashes, asked.owners, holding.hashes, holding.owners, self._parameters.bucket)

    def held_by_left(self) -> Found:
        """Left texts with those that they may hold: of a text's shingles enough must occur in some left text."""
        mine = _joined_sets(list(self._left()))
        values, counts = np.unique(mine.hashes, return_counts=True)
        known = Membership(values)
        asked = _joined_sets([self._covered(sets, known, counts) for sets in self._all()])
        return joined(mine.hashes, mine.owners, asked.hashes, asked.owners, self._parameters.bucket)

    def _covered(self, sets: _Sets, known: Membership, counts: NDArray[np.int64]) -> _Sets:
        """Of the texts that left ones may hold those shingles that have to be asked for.

        The rarest among the left are those that none has: they are asked for first, and in vain.
        """
        where, at = known.hits(sets.hashes)
        often = np.zeros(len(sets.hashes), np.int64)
        often[where] = counts[at]
        # Only texts that can have anything left to ask for are sorted.
        starts, sizes = _texts(sets)
        hits = np.bincount(np.searchsorted(starts, where, "right") - 1, minlength=len(starts))
        likely = np.repeat(hits >= _least(sizes, self._parameters.containment), sizes)
        asked = self._rarest(_Sets(sets.hashes[likely], sets.owners[likely]), often[likely])
        return _among(asked, known)

    def _rarest(self, sets: _Sets, often: NDArray[np.integer]) -> _Sets:
        """The |A| − ⌈t|A|⌉ + 1 rarest shingles of each text. often: how often each shingle occurs."""
        starts, sizes = _texts(sets)
        order = np.lexsort((often, np.repeat(np.arange(len(sizes)), sizes)))
        place = np.arange(len(order)) - np.repeat(starts, sizes)
        kept = order[place < np.repeat(sizes - _least(sizes, self._parameters.containment) + 1, sizes)]
        return _Sets(sets.hashes[kept], sets.owners[kept])

    def _left(self) -> Iterator[_Sets]:
        for sets in self._all():
            mine = self._is_left[sets.owners]
            yield sets if mine.all() else _Sets(sets.hashes[mine], sets.owners[mine])

    def _all(self) -> Iterator[_Sets]:
        """The shingles of all texts that are long enough, without stop shingles, a block at a time."""
        for ranks, block in self._corpus.blocks():
            owners = np.repeat(ranks, np.diff(block.ends, prepend=0))
            kept = np.repeat(block.words >= self._parameters.least_words, np.diff(block.ends, prepend=0))
            kept[self._stops.hits(block.hashes)[0]] = False
            yield _Sets(block.hashes, owners) if kept.all() else _Sets(block.hashes[kept], owners[kept])


def _least(sizes: NDArray[np.int64], threshold: float) -> NDArray[np.int64]:
    """How many of its shingles a text's holder has at least; a hair below, so that rounding can only ask for one more."""
    least: NDArray[np.int64] = np.ceil(threshold * sizes - 1e-9).astype(np.int64)
    return least


def _texts(sets: _Sets) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Where the shingles of each text start, and how many they are."""
    changes = np.flatnonzero(np.diff(sets.owners)) + 1
    starts = np.concatenate([np.zeros(min(1, len(sets.owners)), np.int64), changes])
    return starts, np.diff(starts, append=len(sets.owners))


def _among(sets: _Sets, known: Membership) -> _Sets:
    where = known.hits(sets.hashes)[0]
    return _Sets(sets.hashes[where], sets.owners[where])


def _joined_sets(parts: list[_Sets]) -> _Sets:
    return _Sets(
        np.concatenate([np.empty(0, np.uint64), *(part.hashes for part in parts)]),
        np.concatenate([np.empty(0, np.int64), *(part.owners for part in parts)]),
    )
