"""Stop shingles: boilerplate that stands in so many documents that sharing it says nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

_AT_ONCE = 1 << 18
"""Occurrences that are held before they are counted."""

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from goldkit.duplicates.corpus_sketches import CorpusSketches
    from goldkit.duplicates.rarity import Rarity
    from goldkit.results.widen import WidenParameters


def stop_shingles(corpus: CorpusSketches, rarity: Rarity, parameters: WidenParameters) -> NDArray[np.uint64]:
    """The sorted shingles in more than `stop_share` of the documents, and in at least `stop_documents` of them.

    A document counts once, however many of its texts hold the shingle; equal texts have collapsed before. rarity: of the
    corpus. Only what it says may be frequent is counted, and no further than it takes to know.
    """
    documents = int(corpus.documents.max(initial=-1)) + 1
    if documents < parameters.stop_documents:
        return np.empty(0, np.uint64)
    least = max(parameters.stop_documents, int(parameters.stop_share * documents) + 1)
    frequent, counter = rarity.often(least), _Counter(least)
    for ranks, block in corpus.blocks():
        where = frequent.where(block.hashes)
        counter.add(block.hashes[where], corpus.documents[ranks[np.searchsorted(block.ends, where, "right")]])
    return counter.found()


class _Counter:
    """Counts in how many documents each shingle is, up to `least`; after that it is found and no longer counted."""

    def __init__(self, least: int) -> None:
        self._least = least
        self._found = np.empty(0, np.uint64)
        self._hashes: list[NDArray[np.uint64]] = []
        self._documents: list[NDArray[np.int64]] = []
        self._held, self._limit = 0, _AT_ONCE

    def add(self, hashes: NDArray[np.uint64], documents: NDArray[np.int64]) -> None:
        """Occurrences: shingles, and the document of each."""
        new = ~isin_sorted(hashes, self._found)
        self._hashes.append(hashes[new])
        self._documents.append(documents[new])
        self._held += len(self._hashes[-1])
        if self._held > self._limit:
            self._count()

    def found(self) -> NDArray[np.uint64]:
        """The shingles in `least` documents or more, sorted."""
        if self._held:
            self._count()
        return self._found

    def _count(self) -> None:
        hashes, documents = np.concatenate(self._hashes), np.concatenate(self._documents)
        order = np.lexsort((documents, hashes))
        hashes, documents = hashes[order], documents[order]
        first = np.ones(len(hashes), np.bool_)
        first[1:] = (hashes[1:] != hashes[:-1]) | (documents[1:] != documents[:-1])
        hashes, documents = hashes[first], documents[first]
        values, counts = np.unique(hashes, return_counts=True)
        self._found = np.union1d(self._found, values[counts >= self._least])
        rest = ~isin_sorted(hashes, self._found)
        self._hashes, self._documents, self._held = [hashes[rest]], [documents[rest]], int(rest.sum())
        # Twice what is left, so that what stays is not sorted again and again.
        self._limit = max(_AT_ONCE, 2 * self._held)


def isin_sorted(hashes: NDArray[np.uint64], among: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Which of the hashes are among the sorted others; the shape of the first."""
    if not len(among):
        return np.zeros(len(hashes), np.bool_)
    at = np.minimum(np.searchsorted(among, hashes), len(among) - 1)
    return np.equal(among[at], hashes)
