"""Which measures have bounds: a new one is a function and a line here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf

from goldkit.bounds.all_facts import highest_complete
from goldkit.bounds.first_hit import highest_hit, highest_rr
from goldkit.bounds.graded import highest_ndcg
from goldkit.bounds.ratio import highest_precision, highest_recall, highest_recall_cap
from goldkit.bounds.situation import Situation, alone
from goldkit.measures.names import Measure
from goldkit.measures.view import View

Highest = Callable[[Situation, float, Sequence[float]], float]
"""(situation with at least one hole, cut or infinity, gains of the relevant grades) → the highest delta over all judgments."""


def _binary(highest: Callable[[Situation, float], float]) -> Highest:
    """A measure that grades do not move."""
    return lambda situation, k, _: highest(situation, k)


BOUNDS: dict[str, Highest] = {
    "recall": _binary(highest_recall),
    "recall_cap": _binary(highest_recall_cap),
    "precision": _binary(highest_precision),
    "hit": _binary(highest_hit),
    "MRR": _binary(highest_rr),
    "complete": _binary(highest_complete),
    "nDCG": highest_ndcg,
}
"""A key of measures.catalogue.MEASURES that is missing here has no bounds: judged@k says how much is judged, not what it is."""


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


def ends(measure: Measure, situation: Situation, gains: Sequence[float]) -> Ends | None:
    """The ends of one query's delta; of a single run's value, where the situation is `alone`.

    gains: of the relevant grades of the scale, rising. None where the query has a value in no judgment: no fact and no hole.
    Raises KeyError for a measure without bounds.
    """
    highest, k = BOUNDS[measure.kind], inf if measure.k is None else measure.k
    always = bool(situation.after.facts)
    if not situation.holes:
        value = measure(situation.after) - measure(situation.before)
        return Ends(value, value, always) if always else None
    over_before, over_after = (
        _over(view, situation, highest, k, gains) for view in (situation.before, situation.after)
    )
    high = highest(situation, k, gains) + over_before
    low = -highest(situation.swapped, k, gains) - (over_after if situation.before.depth else 0.0)
    exact = not situation.before.depth or not (over_before or over_after)
    return Ends(max(-1.0, min(1.0, low)), max(-1.0, min(1.0, high)), always, exact)


def _over(view: View, situation: Situation, highest: Highest, k: float, gains: Sequence[float]) -> float:
    """By how much a value may exceed 1 before it is cut off there: only where a chunk reaches several facts (measures.ideal)."""
    if len(view.ideal_gains) == view.facts or not view.depth:
        return 0.0
    late = view is situation.after
    ranks = [(hole.chunk, hole.after if late else hole.before) for hole in situation.holes]
    return max(0.0, highest(alone(view, ranks), k, gains) - 1)
