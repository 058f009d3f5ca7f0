"""What a ranking is worth in the worst and in the best order of its equal scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate

from goldkit.measures.truth import Truth
from goldkit.measures.view import Reach, View

BOUNDED = frozenset({"recall", "recall_cap", "MRR", "nDCG", "nDCG-exp", "precision", "hit", "complete"})
"""The kinds of measures of which tie_orders gives the ends."""

Worth = tuple[float, float, float, float]
"""Facts, share, gain and exponential gain of one slot."""


def tie_orders(truth: Truth, view: View, ranking: Sequence[str], scores: Sequence[float]) -> tuple[View, View] | None:
    """Views that every measure of BOUNDED finds at least as bad, and at least as good, as any order of neighbours of equal score.

    view: of the ranking as it stands; scores: one a chunk id. None where no such order changes anything. They are no real
    rankings: each kind of worth is laid out on its own. Both ends are reached by some order where each chunk of a tie reaches one
    fact and these facts have equal worth, or as many chunks in the tie as each other; else they are safe, never too narrow.
    """
    worst: list[Reach] = []
    best: list[Reach] = []
    seen: set[int] = set()
    for start, end in _groups(view, scores):
        news = [set(truth.members.get(chunk, ())) - seen for chunk in ranking[start:end]]
        seen.update(*news)
        worst += _laid_out(_latest(truth, news, start))
        best += _laid_out(_earliest(truth, news, start))
    if worst == best:
        return None
    return view._replace(reaches=tuple(worst)), view._replace(reaches=tuple(best))


def _groups(view: View, scores: Sequence[float]) -> Iterator[tuple[int, int]]:
    """(start, end), end exclusive, of each stretch of equal neighbours that reaches a fact first in any order."""
    end = 0
    for reach in view.reaches:
        if reach.rank <= end:
            continue
        start, end = reach.rank - 1, reach.rank
        while start and scores[start - 1] == scores[reach.rank - 1]:
            start -= 1
        while end < len(scores) and scores[end] == scores[reach.rank - 1]:
            end += 1
        yield start, end


def _earliest(truth: Truth, news: Sequence[set[int]], start: int) -> list[tuple[int, Worth]]:
    """The most that each further slot can earn. news: for each chunk of a tie the facts it can be the first to reach."""
    reached = set().union(*news)
    kinds = [_worth(truth, new) for new in {frozenset(new) for new in news if new}]
    slots = min(len(reached), sum(map(bool, news)))
    columns = [
        _capped(sorted(column, reverse=True), slots, total)
        for column, total in zip(zip(*kinds, strict=True), _worth(truth, reached), strict=True)
    ]
    return [(start + 1 + place, worth) for place, worth in enumerate(zip(*columns, strict=True))]


def _latest(truth: Truth, news: Sequence[set[int]], start: int) -> list[tuple[int, Worth]]:
    """The least that each slot can earn: what reaches nothing first, then as many chunks of as few facts as there are."""
    reached = set().union(*news)
    if any(len(new) > 1 for new in news):
        return [(start + len(news), _worth(truth, reached))]
    copies = sorted(Counter(place for new in news for place in new).values(), reverse=True)
    first = start + sum(not new for new in news) + 1
    ranks = [first + before for before in accumulate([0, *copies[:-1]])]
    columns = [sorted(column) for column in zip(*(_worth(truth, {place}) for place in reached), strict=True)]
    return list(zip(ranks, zip(*columns, strict=True), strict=True))


def _capped(falling: Sequence[float], slots: int, total: float) -> list[float]:
    """So many numbers of a falling list, filled up with 0, their sum at most total."""
    ends = [min(total, end) for end in accumulate(falling)][:slots]
    ends += [total] * (slots - len(ends))
    return [end - before for end, before in zip(ends, [0.0, *ends[:-1]], strict=True)]


def _worth(truth: Truth, places: Sequence[int] | set[int] | frozenset[int]) -> Worth:
    return (
        float(len(places)),
        sum(truth.shares[place] for place in places),
        sum(truth.gains[place] for place in places),
        sum(truth.exp_gains[place] for place in places),
    )


def _laid_out(slots: Sequence[tuple[int, Worth]]) -> list[Reach]:
    return [Reach(rank, round(facts), share, gain, exp_gain=exp_gain) for rank, (facts, share, gain, exp_gain) in slots]
