"""One query as two runs meet it: what is judged, and what is not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf
from sys import float_info

from goldkit.measures.truth import STEEPEST, Truth, see
from goldkit.measures.view import Reach, View

Ranks = tuple[float, ...]
"""The 1-based rank of each hole in one ranking, infinite where it is not there (or too deep to know)."""

LAST = float_info.max
"""A rank that no result has, and that is still not the infinite one of a chunk which was not found."""


@dataclass(frozen=True, slots=True)
class Situation:
    """Two rankings of one query, seen through the same truth, and the pool of holes that both are judged with.

    holes: the ids of unjudged chunks; ranks_before, ranks_after: where each stands in either ranking. A hole that neither holds
    belongs here too, if some other run found it: judged relevant it moves denominators.
    """

    before: View
    after: View
    holes: tuple[str, ...]
    ranks_before: Ranks
    ranks_after: Ranks

    @property
    def swapped(self) -> Situation:
        """The same with the runs in each other's place: the lowest delta is minus the highest of this one."""
        return Situation(self.after, self.before, self.holes, self.ranks_after, self.ranks_before)

    def within(self, k: float) -> list[tuple[bool, bool]]:
        """Of each hole, whether it is among the first k of either ranking; among all that it found where k is infinite."""
        last = min(k, LAST)
        return [
            (before <= last, after <= last) for before, after in zip(self.ranks_before, self.ranks_after, strict=True)
        ]

    def apart(self, k: float) -> tuple[int, int]:
        """How many holes are within k, as above, in the later ranking only, and how many in the earlier one only."""
        last, earlier, later = min(k, LAST), self.ranks_before, self.ranks_after
        gained = [after <= last < before for before, after in zip(earlier, later, strict=True)].count(True)
        lost = [before <= last < after for before, after in zip(earlier, later, strict=True)].count(True)
        return gained, lost


def meet(truth: Truth, before: Sequence[str], after: Sequence[str], pool: Iterable[str]) -> Situation:
    """Two rankings of chunk ids, best first, seen through a query's truth. pool: chunks to judge; those with a label are none."""
    holes = tuple(sorted(set(pool) - truth.judged))
    return Situation(see(truth, before), see(truth, after), holes, find(before, holes), find(after, holes))


def alone(view: View, holes: tuple[str, ...], ranks: Ranks) -> Situation:
    """A single run, as its delta to an empty ranking. holes: the whole pool; ranks: where the run has each of it."""
    nothing = view._replace(reaches=(), judged=(), nonrelevant=(), depth=0)
    return Situation(nothing, view, holes, (inf,) * len(holes), ranks)


def find(ranking: Sequence[str], holes: Iterable[str]) -> Ranks:
    """The rank of each hole in a ranking; of a repeated id the first counts."""
    places = {chunk: float(rank) for rank, chunk in zip(range(len(ranking), 0, -1), reversed(ranking), strict=True)}
    return tuple(places.get(chunk, inf) for chunk in holes)


def judged(situation: Situation, chunk: str, gain: float) -> Situation:
    """The situation after one of its holes was judged. gain: of its grade, 0 for an irrelevant one; else it is a new fact (S1).

    Raises ValueError where no hole is that chunk.
    """
    place = situation.holes.index(chunk)
    before, after = situation.ranks_before, situation.ranks_after
    seen = relevant_at if gain else _irrelevant
    return Situation(
        before=seen(situation.before, before[place], gain),
        after=seen(situation.after, after[place], gain),
        holes=situation.holes[:place] + situation.holes[place + 1 :],
        ranks_before=before[:place] + before[place + 1 :],
        ranks_after=after[:place] + after[place + 1 :],
    )


def _irrelevant(view: View, rank: float, gain: float) -> View:
    ranks = _ranks(rank)
    return view._replace(
        judged=tuple(sorted([*view.judged, *ranks])),
        nonrelevant=tuple(sorted([*view.nonrelevant, *ranks])),
        all_nonrelevant=view.all_nonrelevant + 1,
    )


def relevant_at(view: View, rank: float, gain: float) -> View:
    """The ranking after the chunk at a rank (infinite where it is not there) was judged relevant, a new fact of this gain."""
    steep = exponential(gain)
    new = [Reach(place, 1, 1.0, gain, (view.facts,), steep) for place in _ranks(rank)]
    return view._replace(
        reaches=tuple(sorted([*view.reaches, *new], key=lambda reach: reach.rank)),
        facts=view.facts + 1,
        shares=view.shares + 1,
        ideal_gains=_falling(view.ideal_gains, gain),
        ideal_shares=_falling(view.ideal_shares, 1.0),
        ideal_exp=_falling(view.ideal_exp, steep),
        judged=tuple(sorted([*view.judged, *_ranks(rank)])),
    )


def _ranks(rank: float) -> list[int]:
    return [] if rank == inf else [int(rank)]


def _falling(values: Iterable[float], new: float) -> tuple[float, ...]:
    return tuple(sorted([*values, new], reverse=True))


def exponential(gain: float) -> float:
    """What nDCG-exp counts a gain: 2^gain − 1, cut off as in measures.truth."""
    return float(2.0 ** min(gain, STEEPEST)) - 1.0
