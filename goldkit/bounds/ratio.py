"""Measures that are a sum over a denominator which only the number of relevant holes moves: recall, recall_cap, precision."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from goldkit.bounds.situation import LAST, Situation
from goldkit.measures.view import View


def highest_recall(situation: Situation, k: float) -> float:
    """The highest delta of recall@k. A relevant hole adds its share of 1 to the denominator, wherever it was found.

    A hole that only the later run found helps always (a step of 1 in numerator and denominator never lowers a ratio up to 1), one
    that only the earlier run found never, and any other one a delta below 0 only, all of them alike.
    """
    gained, lost = situation.apart(k)
    other = len(situation.holes) - gained - lost
    return _recall(_shares(situation.after, k) - _shares(situation.before, k), situation.after.shares, gained, other)


def highest_recalls(situation: Situation, k: float) -> list[float]:
    """The same after each judgment: with none, the first, the first two, … all of the holes irrelevant, in their order."""
    last, fixed, gained, other = min(k, LAST), _shares(situation.after, k) - _shares(situation.before, k), 0, 0
    found = [_recall(fixed, situation.after.shares, 0, 0)]
    for before, after in zip(reversed(situation.ranks_before), reversed(situation.ranks_after), strict=True):
        gained += after <= last < before
        other += (after <= last) == (before <= last)
        found.append(_recall(fixed, situation.after.shares, gained, other))
    return found[::-1]


def _recall(fixed: float, shares: float, gained: int, other: int) -> float:
    top = fixed + gained
    below = shares + gained + (other if top < 0 else 0)
    if below:
        return top / below
    return 0.0 if other else -1.0


def highest_recall_cap(situation: Situation, k: float) -> float:
    """The highest delta of recall_cap@k: as recall, over the k largest of the facts' shares and the relevant holes' ones."""
    ideal, holes = situation.after.ideal_shares, len(situation.holes)
    least = [sum(sorted([*ideal, *([1.0] * more)], reverse=True)[: int(k)]) for more in range(holes + 1)]
    shares = _shares(situation.after, k) - _shares(situation.before, k)
    return highest_ratio(shares, _found(situation, k), least, first(situation))


def highest_precision(situation: Situation, k: float) -> float:
    """The highest delta of precision@k, whose denominator never moves: slots that reach something, by k."""
    slots = len(_within(situation.after, k)) - len(_within(situation.before, k))
    return highest_ratio(slots, _found(situation, k), [k] * (len(situation.holes) + 1), first(situation))


def highest_ratio(fixed: float, effects: Sequence[float], denominators: Sequence[float], least: int) -> float:
    """The highest (fixed + effects of the relevant holes) / denominators[how many are relevant], over all choices of holes.

    least: how few may be relevant. Proof: for a fixed number the denominator is fixed, and the sum is largest with the
    largest effects; so trying each number is trying everything.
    """
    sums = accumulate(sorted(effects, reverse=True), initial=fixed)
    pairs = list(zip(sums, denominators, strict=True))[least:]
    return max(top / below for top, below in pairs)


def first(situation: Situation) -> int:
    """How few holes may be relevant: at least one where nothing else is, since a query without a fact has no value."""
    return 0 if situation.after.facts else 1


def _found(situation: Situation, k: float) -> list[int]:
    """Of each hole, 1 where only the later run has it within the first k, −1 where only the earlier one, else 0."""
    return [after - before for before, after in situation.within(k)]


def _within(view: View, k: float) -> list[float]:
    return [reach.share for reach in view.reaches if reach.rank <= k]


def _shares(view: View, k: float) -> float:
    return sum(_within(view, k))
