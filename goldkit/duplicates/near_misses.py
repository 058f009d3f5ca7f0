"""The pairs of texts that are just not similar enough to be pairs: what a lower threshold would add."""

from __future__ import annotations

import heapq

from goldkit.duplicates.verify import Figures

REACH = 0.05
"""How far below the threshold a pair may be to be worth showing."""
MOST = 5


class NearMisses:
    """Collects the most similar of all pairs of texts that it is told of. threshold: the least Jaccard similarity of a pair."""

    def __init__(self, threshold: float) -> None:
        self._threshold = threshold
        self._held: list[tuple[float, int, int, Figures]] = []

    def tell(self, a: int, b: int, found: Figures) -> None:
        """Two texts by rank that are no pair, with their figures."""
        if self._threshold - REACH <= found.jaccard < self._threshold:
            heapq.heappush(self._held, (found.jaccard, -a, -b, found))
            if len(self._held) > MOST:
                heapq.heappop(self._held)

    def found(self) -> list[tuple[int, int, Figures]]:
        """Both texts and their figures, the most similar first; of equally similar ones those of the smaller ranks."""
        return [(-a, -b, figures) for _, a, b, figures in sorted(self._held, reverse=True)]
