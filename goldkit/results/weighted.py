"""The primary measure with every query counted as often as it is asked."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightedRun:
    """One run's weighted mean, and against the baseline its delta; interval and p of the paired test, None for the baseline.

    interval, delta_interval: None also where all queries are one block.
    """

    run: str
    mean: float
    interval: tuple[float, float] | None
    delta: float | None = None
    delta_interval: tuple[float, float] | None = None
    p: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighted:
    """Traffic-weighted means (Hájek). n: queries with a weight and a known chance of having been picked, in so many blocks.

    left_out: queries without. effective: how many equally weighted queries they are worth, (Σw)²/Σw².
    """

    measure: str
    n: int
    blocks: int
    left_out: int
    effective: float
    runs: tuple[WeightedRun, ...]
