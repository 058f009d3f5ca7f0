"""Stop shingles: boilerplate that stands in so many documents that sharing it says nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from goldkit.duplicates.texts import Text
    from goldkit.results.widen import WidenParameters


def stop_shingles(texts: Sequence[Text], parameters: WidenParameters) -> NDArray[np.uint64]:
    """The sorted shingles in more than `stop_share` of the documents, and in at least `stop_documents` of them.

    A document counts once, however many of its texts hold the shingle; equal texts have collapsed before.
    """
    documents: dict[str, list[NDArray[np.uint64]]] = {}
    for text in texts:
        documents.setdefault(text.document, []).append(text.shingled.hashes)
    if len(documents) < parameters.stop_documents:
        return np.empty(0, np.uint64)
    once = [parts[0] if len(parts) == 1 else np.unique(np.concatenate(parts)) for parts in documents.values()]
    values, counts = np.unique(np.concatenate(once), return_counts=True)
    often = (counts > parameters.stop_share * len(documents)) & (counts >= parameters.stop_documents)
    return values[often]


def without(hashes: NDArray[np.uint64], stops: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The hashes that are no stop shingles; both sorted, and so is the result."""
    return hashes[~isin_sorted(hashes, stops)]


def isin_sorted(hashes: NDArray[np.uint64], among: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Which of the hashes are among the sorted others; the shape of the first."""
    if not len(among):
        return np.zeros(len(hashes), np.bool_)
    at = np.minimum(np.searchsorted(among, hashes), len(among) - 1)
    return np.equal(among[at], hashes)
