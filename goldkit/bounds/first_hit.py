"""Measures that only the first hit moves: MRR, MRR@k, hit@k."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from goldkit.bounds.situation import Situation
from goldkit.measures.view import View


def highest_rr(situation: Situation, k: float) -> float:
    """The highest delta of the reciprocal rank; a hit behind k is worth 0."""
    return _highest(situation, lambda rank: 1 / rank if rank <= k else 0.0)


def highest_hit(situation: Situation, k: float) -> float:
    """The highest delta of hit@k."""
    return _highest(situation, lambda rank: float(rank <= k))


def _highest(situation: Situation, worth: Callable[[float], float]) -> float:
    """The highest worth(later run's first hit) − worth(earlier run's), for a worth that falls with the rank.

    Proof: the later run's first hit is a judged one or one hole; making every other hole irrelevant keeps it, and cannot bring
    the earlier run's first hit forward. Without any judged fact some hole must be relevant, and one is enough.
    """
    before, after = _first(situation.before), _first(situation.after)
    ranks = set(zip(situation.ranks_before, situation.ranks_after, strict=True))  # most holes are in neither run
    choices = [worth(min(after, later)) - worth(min(before, earlier)) for earlier, later in ranks]
    if situation.after.facts:
        choices.append(worth(after) - worth(before))
    return max(choices)


def _first(view: View) -> float:
    return view.reaches[0].rank if view.reaches else inf
