"""How far a comparison rests on the labels that one run alone found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Told = Literal["better", "worse", ""]
"""What a verdict says of a run beside the baseline, "" where it cannot be told from noise or has no verdict."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOutDelta:
    """One run against another in the primary measure: with all labels, and without those that were left out.

    baseline: the run it is compared with, be it not the baseline of the call. told, told_without: the verdict on it, of comparisons
    with the call's baseline only; told_without is `told` where it was not asked, as nothing hangs on it.
    """

    baseline: str
    run: str
    delta: float
    without: float
    told: Told = ""
    told_without: Told = ""

    @property
    def turns(self) -> bool:
        """Whether the order of the two changes."""
        return self.delta * self.without < 0

    @property
    def retold(self) -> bool:
        """Whether the verdict changes."""
        return self.told != self.told_without

    @property
    def moves(self) -> float:
        """By how much the delta moves, at least 0."""
        return abs(self.without - self.delta)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """The labels that one run alone has within its first k, left out. labels: how many relevant ones; queries: that have any.

    lost: queries left without a relevant label, and so out of the means. judged: the run's judged@k.
    deltas: every comparison scored again: all runs with the baseline, then this run with each other one.
    Even fair labels move some: a better run finds more by itself.
    worst: of the comparisons of this run with those of which clearly less is judged, the one whose order changes, else whose
    verdict does, else that moves most, by more than the margin; None where there is none.
    """

    run: str
    measure: str
    labels: int
    queries: int
    lost: int
    judged: float
    deltas: tuple[LeftOutDelta, ...]
    worst: LeftOutDelta | None = None
