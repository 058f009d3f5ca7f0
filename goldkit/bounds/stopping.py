"""How soon judging may stop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from math import fsum

from goldkit.bounds.catalogue import ends
from goldkit.bounds.settled import ROUNDING
from goldkit.bounds.situation import Situation
from goldkit.measures.names import Measure


def judgments_to_settle(situations: Sequence[Situation], measure: Measure, gains: Sequence[float]) -> int | None:
    """How many holes, if each is judged irrelevant, settle the sign of the mean delta: 0 where it is settled, None where the runs
    are level with every hole irrelevant.

    Within a query the holes are taken by how much each alone, judged irrelevant, moves the threatened end towards the delta, equal
    ones by their rank in the run that is behind; across queries by what a judgment brings on average. So that many are enough;
    a little fewer may do in another order, and a relevant one may cost more.
    """
    delta = fsum(measure(at.after) - measure(at.before) for at in situations)
    if abs(delta) <= ROUNDING * len(situations):
        return None
    ahead = [at if delta > 0 else at.swapped for at in situations]
    curves = [_lows(at, measure, gains) for at in ahead]
    low = fsum(curve[0] for curve in curves)
    steps = sorted((step for curve in curves for step in _steps(curve)), key=lambda step: -sum(step) / len(step))
    rises = [rise for step in steps for rise in step]
    judged = 0
    while low <= ROUNDING * len(situations) and judged < len(rises):
        low += rises[judged]
        judged += 1
    return judged


def _lows(at: Situation, measure: Measure, gains: Sequence[float]) -> list[float]:
    """The low end of a query's delta after each judgment: of none, one, … all of its holes."""
    lows = [_low(at, measure, gains)]
    without = [_low(_without(at, [place]), measure, gains) for place in range(len(at.holes))]
    order = sorted(range(len(at.holes)), key=lambda place: (-round(without[place], 12), at.ranks_before[place]))
    return lows + [_low(_without(at, order[:count]), measure, gains) for count in range(1, len(order) + 1)]


def _low(at: Situation, measure: Measure, gains: Sequence[float]) -> float:
    found = ends(measure, at, gains)
    if found is None:
        return 0.0
    return found.low if found.always else min(0.0, found.low)


def _without(at: Situation, places: Sequence[int]) -> Situation:
    """With some holes judged irrelevant, which no measure with bounds can tell from their not being there."""
    kept = [place for place in range(len(at.holes)) if place not in places]
    return replace(
        at,
        holes=tuple(at.holes[place] for place in kept),
        ranks_before=tuple(at.ranks_before[place] for place in kept),
        ranks_after=tuple(at.ranks_after[place] for place in kept),
    )


def _steps(lows: Sequence[float]) -> Iterator[list[float]]:
    """The rises from judgment to judgment, in the runs that bring most on average: two answers may only help together."""
    start = 0
    while start + 1 < len(lows):
        stop = max(range(start + 1, len(lows)), key=lambda end: ((lows[end] - lows[start]) / (end - start), -end))
        if lows[stop] <= lows[start]:
            return
        yield [after - before for before, after in pairwise(lows[start : stop + 1])]
        start = stop
