"""Exact figures of a candidate pair, with and without boilerplate."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from goldkit.duplicates.stops import isin_sorted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from goldkit.duplicates.membership import Membership
    from goldkit.duplicates.shingles import Shingled
    from goldkit.results.widen import WidenParameters


class Figures(NamedTuple):
    """Jaccard similarity and the two containments (of a in b, of b in a), each in [0, 1]."""

    jaccard: float
    a_in_b: float
    b_in_a: float


class Verified(NamedTuple):
    """The figures of a pair on all shingles; boilerplate: too few others stand beside it."""

    figures: Figures
    boilerplate: bool


def verified(one: Shingled, other: Shingled, stops: Membership, parameters: WidenParameters) -> Verified | None:
    """What two texts are to each other by exact figures; None where they are no pair. The lower of both figures decides."""
    return pair_of(figures(one.hashes, other.hashes), one, other, stops, parameters)


def pair_of(
    found: Figures, one: Shingled, other: Shingled, stops: Membership, parameters: WidenParameters
) -> Verified | None:
    """The same of two texts whose figures on all shingles are known."""
    long_enough = min(one.words, other.words) >= parameters.least_words
    if not reaches(found, parameters, long_enough):
        return None
    rest = stops.without(one.hashes), stops.without(other.hashes)
    if len(rest[0]) == len(one.hashes) and len(rest[1]) == len(other.hashes):
        return Verified(found, boilerplate=False)
    if min(map(len, rest)) < parameters.least_shingles:
        return Verified(found, boilerplate=True) if found.jaccard >= parameters.jaccard else None
    lower = Figures(*map(min, found, figures(*rest)))
    return Verified(found, boilerplate=False) if reaches(lower, parameters, long_enough) else None


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
