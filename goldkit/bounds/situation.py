"""One query as two runs meet it: what is judged, and what is not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import inf

from goldkit.measures.view import View


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
