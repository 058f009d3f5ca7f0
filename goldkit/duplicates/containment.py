"""Candidate pairs of which one text may hold most of the other: an overlapping window, a chunk inside a longer one.

MinHash cannot find them, since their Jaccard similarity may be small. But what holds ⌈t|A|⌉ of A's shingles holds one of any
|A| − ⌈t|A|⌉ + 1 of them, so it is enough to ask who holds the rarest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from goldkit.duplicates.candidates import Found, joined, together
from goldkit.duplicates.membership import Membership, distinct
from goldkit.duplicates.stops import isin_sorted

_PLACES, _OFTEN, _OWNERS = 1 << 24, 1 << 18, (1 << 21) - 1

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from goldkit.duplicates.corpus_sketches import CorpusSketches
    from goldkit.duplicates.rarity import Rarity
    from goldkit.duplicates.shingles import Shingled
    from goldkit.duplicates.sketches import Sketches
    from goldkit.results.widen import WidenParameters


class Texts(NamedTuple):
    """Texts by rank, where the shingles of each start, and the shingles, those of one text after those of another."""

    ranks: NDArray[np.int64]
    starts: NDArray[np.int64]
    hashes: NDArray[np.uint64]

    @property
    def sizes(self) -> NDArray[np.int64]:
        """How many shingles each text has."""
        return np.diff(self.starts, append=len(self.hashes))

    def entries(self, where: NDArray[np.int64]) -> Entries:
        """The shingles at some places."""
        owners = self.ranks[np.searchsorted(self.starts, where, "right") - 1]
        return Entries(self.hashes[where], owners)


class Entries(NamedTuple):
    """Shingles, and the rank of the text that each is of."""

    hashes: NDArray[np.uint64]
    owners: NDArray[np.int64]

    def at(self, chosen: NDArray[np.bool_]) -> Entries:
        """Some of them."""
        return Entries(self.hashes[chosen], self.owners[chosen])


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
    search = RareShingles(corpus, Membership(stops), rarity, parameters)
    return (
        search.of_all()
        if len(left) == len(corpus)
        else search.of_some(search.texts((rank, corpus.shingled(rank)) for rank in left.tolist()))
    )


class HasBlocks(Protocol):
    """What can be gone through as sketches: a corpus, or a part of one."""

    def blocks(self) -> Iterator[tuple[NDArray[np.int64], Sketches]]:
        """Ranks and sketches, a block at a time."""


class RareShingles:
    """Looks for the texts of a corpus, or of a part of one, that share a rare shingle."""

    def __init__(self, corpus: HasBlocks, stops: Membership, rarity: Rarity, parameters: WidenParameters) -> None:
        self._corpus, self._stops, self._rarity = corpus, stops, rarity
        self._threshold, self._cap = parameters.containment, parameters.bucket
        self._least_words = parameters.least_words

    def of_all(self) -> Found:
        """Every text with those that may hold it."""
        asked = _together([texts.entries(self.rare(texts)) for texts in self.blocks()])
        known = Membership(distinct(asked.hashes))
        holding, held = [], []
        for texts in self.blocks():
            where, at = known.hits(texts.hashes)
            holding.append(texts.entries(where))
            held.append(at.astype(np.uint32))
        # A shingle that one text has joins nothing: only those that two have at least are looked at.
        places = np.concatenate([np.empty(0, np.uint32), *held])
        several = np.bincount(places, minlength=len(known.among)) > 1
        asked = asked.at(several[known.hits(asked.hashes)[1]])
        return joined(*asked, *_together(holding).at(several[places]), self._cap)

    def of_some(self, mine: Texts) -> Found:
        """Left texts with those that may hold them, and with those that they may hold."""
        asked = mine.entries(self.rarest(mine))
        every = mine.entries(np.arange(len(mine.hashes)))
        values, counts = np.unique(mine.hashes, return_counts=True)
        known, rarest = Membership(values), isin_sorted(values, distinct(asked.hashes))
        holding, held = [], []
        for texts in self.blocks():
            where, at = known.hits(texts.hashes)
            holding.append(texts.entries(where[rarest[at]]))
            held.append(self.held(texts, where, counts[at]))
        return together([joined(*asked, *_together(holding), self._cap), joined(*every, *_together(held), self._cap)])

    def held(self, texts: Texts, where: NDArray[np.int64], often: NDArray[np.int64]) -> Entries:
        """What must be asked for of the texts that left ones may hold. where, often: the shingles left ones have, and how many.

        The rarest of a text's shingles are those that no left one has: they are asked for first, and in vain.
        """
        owners = np.searchsorted(texts.starts, where, "right") - 1
        sizes = texts.sizes
        hits = np.bincount(owners, minlength=len(sizes))
        asked = hits - self._least(sizes) + 1
        likely = (asked > 0)[owners]
        owners, where, often = owners[likely], where[likely], often[likely]
        order = np.lexsort((often, owners))
        starts = np.searchsorted(owners, owners)
        return texts.entries(where[order[np.arange(len(order)) - starts < asked[owners]]])

    def rarest(self, texts: Texts) -> NDArray[np.int64]:
        """Where the |A| − ⌈t|A|⌉ + 1 rarest shingles of each text stand."""
        sizes = texts.sizes
        wanted = sizes - self._least(sizes) + 1
        owners, often = np.repeat(np.arange(len(sizes)), sizes), self._rarity.most(texts.hashes)
        # Most texts have enough shingles that nearly none else has; the others of such a text need no sorting.
        likely = often <= self._rarity.usual
        enough = np.bincount(owners[likely], minlength=len(sizes)) >= wanted
        chosen = np.flatnonzero(likely | ~enough[owners])
        counts = np.bincount(owners[chosen], minlength=len(sizes))
        order = _ordered(owners[chosen], often[chosen])
        place = np.arange(len(order)) - np.repeat(np.cumsum(counts) - counts, counts)
        rarest: NDArray[np.int64] = chosen[order[place < np.repeat(wanted, counts)]]
        return rarest

    def rare(self, texts: Texts) -> NDArray[np.int64]:
        """Where those of them stand that may be in another text too."""
        rarest = self.rarest(texts)
        return rarest[self._rarity.most(texts.hashes[rarest]) > 1]

    def _least(self, sizes: NDArray[np.int64]) -> NDArray[np.int64]:
        """How many of its shingles a text's holder has at least; a hair below, so that rounding can only ask for one more."""
        least: NDArray[np.int64] = np.ceil(self._threshold * sizes - 1e-9).astype(np.int64)
        return least

    def texts(self, found: Iterable[tuple[int, Shingled]]) -> Texts:
        """Those of some texts by rank that take part, without stop shingles."""
        long = [(rank, self._stops.without(made.hashes)) for rank, made in found if made.words >= self._least_words]
        sizes = np.array([len(hashes) for _, hashes in long], np.int64)
        hashes = np.concatenate([np.empty(0, np.uint64), *(hashes for _, hashes in long)])
        return Texts(np.array([rank for rank, _ in long], np.int64), np.cumsum(sizes) - sizes, hashes)

    def blocks(self) -> Iterator[Texts]:
        """All texts that take part, without stop shingles, a block at a time."""
        for ranks, block in self._corpus.blocks():
            long = block.words >= self._least_words
            if not long.all():
                ranks, block = ranks[long], block.take(np.flatnonzero(long))
            starts = block.ends - np.diff(block.ends, prepend=0)
            stopped = self._stops.hits(block.hashes)[0]
            if not len(stopped):
                yield Texts(ranks, starts, block.hashes)
                continue
            yield Texts(ranks, starts - np.searchsorted(stopped, starts), np.delete(block.hashes, stopped))


def _ordered(owners: NDArray[np.int64], often: NDArray[np.uint32]) -> NDArray[np.int64]:
    """The places of shingles by their text, the rarest of a text first, of equally rare ones the first first."""
    size = len(owners)
    if size > _PLACES or int(owners.max(initial=0)) > _OWNERS:
        return np.lexsort((often, owners))
    # One number for all three is sorted several times faster; what occurs so often is no rare shingle.
    keys = owners * (_PLACES * _OFTEN) + np.minimum(often, _OFTEN - 1).astype(np.int64) * _PLACES + np.arange(size)
    keys.sort()
    return keys % _PLACES


def _together(parts: list[Entries]) -> Entries:
    return Entries(
        np.concatenate([np.empty(0, np.uint64), *(part.hashes for part in parts)]),
        np.concatenate([np.empty(0, np.int64), *(part.owners for part in parts)]),
    )
