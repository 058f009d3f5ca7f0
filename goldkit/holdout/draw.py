"""Drawing blocks so that each stratum gives its fraction, as nearly as whole blocks can."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import fsum

TIE = 1e-9
"""Two distances this close are one; then the lot decides."""


def draw(
    sizes: Mapping[str, Mapping[str, int]], candidates: Mapping[str, int], fraction: float, lots: Mapping[str, str]
) -> list[str]:
    """The blocks that are drawn, in the order of drawing.

    sizes: block → stratum → queries of it that may be drawn. candidates: stratum → all queries that the fraction is of, which
    may be more. lots: block → a hex string, random by the seed.

    Systematic: larger blocks first, equals by lot; each is taken if that brings the strata, and all of them together, nearer to
    their due up to here. So small and large blocks go to both sides alike, and the single queries at the end make up the rest.
    Where it would bring them no nearer, the lot decides, but never for a block of more than half of what is due in all: most of
    the held-out part would be one group, which tells little.
    """
    there = Counter[str]()
    for size in sizes.values():
        there.update(size)
    rates = {stratum: min(1.0, fraction * candidates[stratum] / there[stratum]) for stratum in there}
    most = fraction * sum(candidates.values()) / 2
    owed = dict.fromkeys(there, 0.0)
    drawn = []
    for block in sorted(sizes, key=lambda name: (-sum(sizes[name].values()), lots[name])):
        for stratum, count in sizes[block].items():
            owed[stratum] += rates[stratum] * count
        after = {stratum: due - sizes[block].get(stratum, 0) for stratum, due in owed.items()}
        gain = _distance(owed) - _distance(after)
        lot = sum(sizes[block].values()) <= most and int(lots[block][-1], 16) % 2
        if gain > TIE or (gain >= -TIE and lot):
            owed = after
            drawn.append(block)
    return drawn


def _distance(owed: Mapping[str, float]) -> float:
    """How far all strata are from their due, each alone and taken together."""
    return fsum(abs(due) for due in owed.values()) + abs(fsum(owed.values()))
