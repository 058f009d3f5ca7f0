"""Exact figures of a candidate pair."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from goldkit.duplicates.stops import isin_sorted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from goldkit.results.widen import WidenParameters


class Figures(NamedTuple):
    """Jaccard similarity and the two containments (of a in b, of b in a), each in [0, 1]."""

    jaccard: float
    a_in_b: float
    b_in_a: float


def figures(a: NDArray[np.uint64], b: NDArray[np.uint64]) -> Figures:
    """The figures of two sorted sets of shingles; all 0 where one is empty."""
    if not len(a) or not len(b):
        return Figures(0.0, 0.0, 0.0)
    shared = int(isin_sorted(a, b).sum())
    return Figures(shared / (len(a) + len(b) - shared), shared / len(a), shared / len(b))


def reaches(found: Figures, parameters: WidenParameters, long_enough: bool) -> bool:
    """Whether the figures make a pair: by Jaccard, or by a containment of texts that are long enough to be contained."""
    if found.jaccard >= parameters.jaccard:
        return True
    return long_enough and max(found.a_in_b, found.b_in_a) >= parameters.containment
