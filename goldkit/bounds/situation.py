"""One query as two runs meet it: what is judged, and what is not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import inf

from goldkit.measures.truth import STEEPEST
from goldkit.measures.view import Reach, View


@dataclass(frozen=True, slots=True)
class Hole:
    """An unjudged chunk and its 1-based rank in both rankings, infinite where it is in none (or too deep to know)."""

    chunk: str
    before: float
    after: float

    def within(self, k: float) -> tuple[bool, bool]:
        """Whether it is among the first k of either ranking."""
        return self.before <= k, self.after <= k


@dataclass(frozen=True, slots=True)
class Situation:
    """Two rankings of one query, seen through the same truth, and the pool of holes that both are judged with.

    A hole that neither ranking holds belongs here too, if some other run found it: judged relevant it moves denominators.
    """

    before: View
    after: View
    holes: tuple[Hole, ...]

    @property
    def swapped(self) -> Situation:
        """The same with the runs in each other's place: the lowest delta is minus the highest of this one."""
        holes = tuple(Hole(hole.chunk, hole.after, hole.before) for hole in self.holes)
        return Situation(self.after, self.before, holes)


def alone(view: View, ranks: Iterable[tuple[str, float]]) -> Situation:
    """A single run, as its delta to an empty ranking. ranks: every hole of the pool with its rank, infinite where not found."""
    nothing = replace(view, reaches=(), judged=(), depth=0)
    return Situation(nothing, view, tuple(Hole(chunk, inf, rank) for chunk, rank in ranks))


def judged(situation: Situation, chunk: str, gain: float) -> Situation:
    """The situation after one of its holes was judged. gain: of its grade, 0 for an irrelevant one; else it is a new fact (S1).

    Raises KeyError where no hole is that chunk.
    """
    holes = {hole.chunk: hole for hole in situation.holes}
    hole = holes.pop(chunk)
    seen = _relevant if gain else _irrelevant
    return Situation(
        seen(situation.before, hole.before, gain), seen(situation.after, hole.after, gain), tuple(holes.values())
    )


def _irrelevant(view: View, rank: float, gain: float) -> View:
    ranks = _ranks(rank)
    return replace(
        view,
        judged=tuple(sorted([*view.judged, *ranks])),
        nonrelevant=tuple(sorted([*view.nonrelevant, *ranks])),
        all_nonrelevant=view.all_nonrelevant + 1,
    )


def _relevant(view: View, rank: float, gain: float) -> View:
    steep = exponential(gain)
    new = [Reach(place, 1, 1.0, gain, (view.facts,), steep) for place in _ranks(rank)]
    return replace(
        view,
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
