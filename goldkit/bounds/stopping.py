"""How soon judging may stop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import fsum, inf

from goldkit.bounds.catalogue import low_end
from goldkit.bounds.ratio import highest_recalls
from goldkit.bounds.settled import ROUNDING
from goldkit.bounds.situation import LAST, Situation
from goldkit.measures.names import Measure


def judgments_to_settle(situations: Sequence[Situation], measure: Measure, gains: Sequence[float]) -> int | None:
    """How many holes, if each is judged irrelevant, settle the sign of the mean delta: 0 where it is settled, None where the runs
    are level with every hole irrelevant.

    Within a query the holes are taken by how much higher they stand in the run that is behind (1 / rank), across queries by how
    much a judgment lifts the threatened end on average. So that many are enough; a few less may do in another order, and an answer
    that is relevant may cost more.
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
    """The low end of a query's delta after each judgment: of none, one, … all of its holes.

    A judgment takes answers away, so it never lowers the end: between two places where it is the same it need not be asked for.
    """
    last = LAST if measure.k is None else measure.k
    ranks = enumerate(zip(at.ranks_before, at.ranks_after, strict=True))
    threat = {place: _worth(behind, last) - _worth(ahead, last) for place, (behind, ahead) in ranks}
    order = sorted(threat, key=lambda place: -threat[place])
    ordered = _ordered(at, order)
    if measure.kind == "recall" and at.after.facts == len(at.after.ideal_gains) > 0:  # no value to cut off at 1
        return [0.0 - high for high in highest_recalls(ordered.swapped, inf if measure.k is None else measure.k)]
    lows = [low_end(measure, at, gains)] * len(order) + [low_end(measure, _after(ordered, len(order)), gains)]
    spans = [(0, len(order))]
    while spans:
        start, stop = spans.pop()
        middle = (start + stop) // 2
        if lows[stop] - lows[start] <= ROUNDING:
            lows[start:stop] = [lows[start]] * (stop - start)
        elif start < middle:
            lows[middle] = low_end(measure, _after(ordered, middle), gains)
            spans += [(start, middle), (middle, stop)]
    return lows


def _worth(rank: float, last: float) -> float:
    return 1 / rank if rank <= last else 0.0


def _ordered(at: Situation, places: Sequence[int]) -> Situation:
    """With its holes in this order."""
    return Situation(
        at.before,
        at.after,
        tuple([at.holes[place] for place in places]),
        tuple([at.ranks_before[place] for place in places]),
        tuple([at.ranks_after[place] for place in places]),
    )


def _after(at: Situation, judged: int) -> Situation:
    """With its first holes, so many, judged irrelevant, which no measure with bounds can tell from their not being there."""
    return Situation(at.before, at.after, at.holes[judged:], at.ranks_before[judged:], at.ranks_after[judged:])


def _steps(lows: Sequence[float]) -> Iterator[list[float]]:
    """The rises from judgment to judgment, in the runs that bring most on average: two answers may only help together."""
    start = 0
    while start + 1 < len(lows):
        stop = max(range(start + 1, len(lows)), key=lambda end: ((lows[end] - lows[start]) / (end - start), -end))
        if lows[stop] <= lows[start]:
            return
        yield [after - before for before, after in pairwise(lows[start : stop + 1])]
        start = stop
