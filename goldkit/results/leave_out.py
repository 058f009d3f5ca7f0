"""How far a comparison rests on the labels that one run alone found."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOutDelta:
    """One run against the baseline in the primary measure: with all labels, and without those that were left out."""

    baseline: str
    run: str
    delta: float
    without: float


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """The labels that one run alone has within its first k, left out. labels: how many relevant ones; queries: that have any.

    lost: queries left without a relevant label, and so out of the means. judged: the run's judged@k.
    deltas: every comparison scored again. Even fair labels move some: a better run finds more by itself.
    """

    run: str
    measure: str
    labels: int
    queries: int
    lost: int
    judged: float
    deltas: tuple[LeftOutDelta, ...]
