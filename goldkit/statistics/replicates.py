"""How far two pipelines must differ before it is more than what one pipeline differs from itself, run by run."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import variance

from goldkit.statistics.student import quantile


def run_spread(before: Sequence[float], after: Sequence[float], alpha: float) -> float | None:
    """The half width t · √(s²/r + s²/r) of what chance does to the difference of two means of runs; None where neither has two.

    before, after: each run's own mean, r of them. t: Student's at level alpha with Welch and Satterthwaite's degrees of freedom,
    rounded down. A pipeline with one run is taken to differ from itself as the other does.
    """
    repeated = [means for means in (before, after) if len(means) > 1]
    if not repeated:
        return None
    spreads = [variance(means) for means in repeated]
    if len(repeated) == 1:
        parts = [spreads[0] / len(means) for means in (before, after)]
        degrees = len(repeated[0]) - 1
    else:
        parts = [spread / len(means) for spread, means in zip(spreads, repeated, strict=True)]
        degrees = _degrees(parts, [len(means) - 1 for means in repeated])
    return quantile(alpha, degrees) * sqrt(sum(parts)) if any(parts) else 0.0


def _degrees(parts: Sequence[float], own: Sequence[int]) -> int:
    """Of a sum of estimated variances, each with degrees of freedom of its own."""
    squares = sum(part**2 / degrees for part, degrees in zip(parts, own, strict=True))
    return max(1, int(sum(parts) ** 2 / squares + 1e-9)) if squares else min(own)
