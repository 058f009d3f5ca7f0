"""Which measures have bounds: a new one is a function and a line here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf

from goldkit.bounds.all_facts import highest_complete
from goldkit.bounds.average_precision import highest_ap
from goldkit.bounds.first_hit import highest_hit, highest_rr
from goldkit.bounds.graded import highest_ndcg, highest_ndcg_exp
from goldkit.bounds.ratio import highest_precision, highest_recall, highest_recall_cap
from goldkit.bounds.situation import Ranks, Situation, alone
from goldkit.measures.names import Measure
from goldkit.measures.view import View

ROUNDING = 1e-12
"""By so much a perfect value may miss 1."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a bound is asked for. k: the cut, infinite for none. gains: of the relevant grades of the scale, rising.

    nodes: how many branches may be searched where there is no fast exact way (AP); 0 for a safe bound at once.
    """

    k: float
    gains: Sequence[float]
    nodes: int = 0


Highest = Callable[[Situation, Asked], tuple[float, bool]]
"""The highest delta over all judgments of at least one hole, and whether it is exact: reached by some judgment."""


def _binary(highest: Callable[[Situation, float], float]) -> Highest:
    """A measure that grades do not move."""
    return lambda situation, asked: (highest(situation, asked.k), True)


BOUNDS: dict[str, Highest] = {
    "recall": _binary(highest_recall),
    "recall_cap": _binary(highest_recall_cap),
    "precision": _binary(highest_precision),
    "hit": _binary(highest_hit),
    "MRR": _binary(highest_rr),
    "complete": _binary(highest_complete),
    "nDCG": lambda situation, asked: (highest_ndcg(situation, asked.k, asked.gains), True),
    "nDCG-exp": lambda situation, asked: (highest_ndcg_exp(situation, asked.k, asked.gains), True),
    "AP": lambda situation, asked: highest_ap(situation, asked.k, asked.nodes),
}
"""A key of measures.catalogue.MEASURES that is missing here has no bounds: judged@k says how much is judged, not what it is, and
bpref leaves unjudged results out."""


@dataclass(frozen=True, slots=True)
class Ends:
    """The lowest and highest delta of one query over all judgments of its holes.

    always: whether it has a value in every judgment. A query without a judged fact has none in the one judgment that finds all
    holes irrelevant; that one is left out here, and the mean must allow for it. exact: both ends are reached by some judgment;
    else they are safe: no judgment leads beyond them.
    """

    low: float
    high: float
    always: bool = True
    exact: bool = True


def ends(measure: Measure, situation: Situation, gains: Sequence[float], nodes: int = 0) -> Ends | None:
    """The ends of one query's delta; of a single run's value, where the situation is `alone`.

    gains, nodes: see Asked. None where the query has a value in no judgment: no fact and no hole. Raises KeyError for a measure
    without bounds.
    """
    always = bool(situation.after.facts)
    if not (always or situation.holes):
        return None
    high, high_exact = _high_end(measure, situation, gains, nodes)
    low, low_exact = _high_end(measure, situation.swapped, gains, nodes)
    return Ends(0.0 - low, high, always, high_exact and low_exact)


def low_end(measure: Measure, situation: Situation, gains: Sequence[float]) -> float:
    """The lower end alone, 0 at most where the query has no value in some judgment. Raises as `ends`."""
    if not (situation.after.facts or situation.holes):
        return 0.0
    low = 0.0 - _high_end(measure, situation.swapped, gains, 0)[0]
    return low if situation.after.facts else min(0.0, low)


def _high_end(measure: Measure, situation: Situation, gains: Sequence[float], nodes: int) -> tuple[float, bool]:
    """The upper end, and whether it is exact; there is a fact or a hole.

    A value is cut off at 1, which only a ranking with a chunk of several facts can exceed (measures.ideal). The later run's cut
    lowers the delta, the earlier run's may raise it by as much as is cut off; against an empty ranking the delta is cut off itself.
    """
    highest = BOUNDS[measure.kind]
    if not situation.holes:
        return measure(situation.after) - measure(situation.before), True
    asked = Asked(inf if measure.k is None else measure.k, gains, nodes)
    high, exact = highest(situation, asked)
    late, early = situation.after, situation.before
    if len(late.ideal_gains) == late.facts or not (late.depth and early.depth):
        return _clip(high), exact
    over_late = _over(late, situation.holes, situation.ranks_after, highest, asked)
    over_early = _over(early, situation.holes, situation.ranks_before, highest, asked)
    return _clip(high + over_early), exact and not (over_late or over_early)


def _over(view: View, holes: tuple[str, ...], ranks: Ranks, highest: Highest, asked: Asked) -> float:
    """By how much a run's value would exceed 1 at most; 0 where that is rounding."""
    over = highest(alone(view, holes, ranks), asked)[0] - 1
    return over if over > ROUNDING else 0.0


def _clip(value: float) -> float:
    return max(-1.0, min(1.0, value))
