"""Drawing groups so that each stratum gives its fraction, as nearly as whole groups can."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import fsum
from typing import NamedTuple

TIE = 1e-9
"""Two distances this close are one; then the lot decides."""
WITHIN = 0.5
"""What one query too many or too few of a tag weighs beside one of an origin: tags are evened out within the origins."""


class Stratum(NamedTuple):
    """What a fraction is due of: the queries of an origin, or those of them with one tag."""

    origin: str
    tag: str | None = None

    @property
    def weight(self) -> float:
        """How much a distance from what is due counts."""
        return 1.0 if self.tag is None else WITHIN


def draw(
    sizes: Mapping[str, Mapping[Stratum, int]],
    candidates: Mapping[Stratum, int],
    fraction: float,
    lots: Mapping[str, str],
) -> list[str]:
    """The groups that are drawn, in the order of drawing.

    sizes: group → stratum → queries of it that may be drawn. candidates: stratum → all queries that the fraction is of, which
    may be more. lots: group → a hex string, random by the seed.

    Systematic: larger groups first, equals by lot; each is taken if that brings the strata, and all of them together, nearer to
    their due up to here. So small and large groups go to both sides alike, and the single queries at the end make up the rest.
    Where it would bring them no nearer, the lot decides, but never for a group of more than half of what is due in all: most of
    the held-out part would be one group, which tells little.
    """
    there = Counter[Stratum]()
    for size in sizes.values():
        there.update(size)
    rates = {stratum: min(1.0, fraction * candidates[stratum] / there[stratum]) for stratum in there}
    most = fraction * _queries(candidates) / 2
    owed = dict.fromkeys(there, 0.0)
    drawn = []
    for group in sorted(sizes, key=lambda name: (-_queries(sizes[name]), lots[name])):
        for stratum, count in sizes[group].items():
            owed[stratum] += rates[stratum] * count
        gain = _gain(owed, sizes[group])
        lot = _queries(sizes[group]) <= most and int(lots[group][-1], 16) % 2
        if gain > TIE or (gain >= -TIE and lot):
            for stratum, count in sizes[group].items():
                owed[stratum] -= count
            drawn.append(group)
    return drawn


def _queries(size: Mapping[Stratum, int]) -> int:
    """How many queries these are: each is of one origin, and of any number of tags."""
    return sum(count for stratum, count in size.items() if stratum.tag is None)


def _gain(owed: Mapping[Stratum, float], size: Mapping[Stratum, int]) -> float:
    """How much nearer to their due taking these queries brings the strata, each alone and all origins taken together."""
    each = (stratum.weight * (abs(owed[stratum]) - abs(owed[stratum] - count)) for stratum, count in size.items())
    due = fsum(amount for stratum, amount in owed.items() if stratum.tag is None)
    return fsum(each) + abs(due) - abs(due - _queries(size))
