"""Stop shingles: boilerplate that stands in so many documents that sharing it says nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

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
    frequent = rarity.often(least)
    found, seen = np.empty(0, np.uint64), np.empty(0, _SEEN)
    for ranks, block in corpus.blocks():
        often = frequent.where(block.hashes)
        fresh = np.empty(len(often), _SEEN)
        fresh["hash"] = block.hashes[often]
        fresh["document"] = corpus.documents[ranks[np.searchsorted(block.ends, often, "right")]]
        seen = np.unique(np.concatenate([seen, fresh[~isin_sorted(fresh["hash"], found)]]))
        values, counts = np.unique(seen["hash"], return_counts=True)
        found = np.union1d(found, values[counts >= least])
        seen = seen[~isin_sorted(seen["hash"], found)]
    return found


_SEEN = np.dtype([("hash", np.uint64), ("document", np.int64)])


def isin_sorted(hashes: NDArray[np.uint64], among: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Which of the hashes are among the sorted others; the shape of the first."""
    if not len(among):
        return np.zeros(len(hashes), np.bool_)
    at = np.minimum(np.searchsorted(among, hashes), len(among) - 1)
    return np.equal(among[at], hashes)
