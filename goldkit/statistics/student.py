"""Student's t for whole degrees of freedom, so that no scipy is loaded for one figure."""

from __future__ import annotations

from math import atan, cos, fsum, pi, sin, sqrt
from statistics import NormalDist

MANY = 200
"""Degrees of freedom from which on the normal quantile stands in: it is less than half a percent smaller."""


def within(t: float, degrees: int) -> float:
    """The chance that |T| ≤ t. t ≥ 0, degrees ≥ 1 (Abramowitz and Stegun, 26.7.3 and 26.7.4)."""
    angle = atan(t / sqrt(degrees))
    odd = degrees % 2
    term, terms = (cos(angle) if odd else 1.0), []
    for step in range(1 + odd, degrees, 2):
        terms.append(term)
        term *= cos(angle) ** 2 * step / (step + 1)
    series = sin(angle) * fsum(terms)
    return 2 / pi * (angle + series) if odd else series


def quantile(alpha: float, degrees: int) -> float:
    """The t that |T| exceeds with a chance of alpha, in (0, 1); by halving, to ten digits."""
    if degrees >= MANY:
        return NormalDist().inv_cdf(1 - alpha / 2)
    low, high = 0.0, 1.0
    while within(high, degrees) < 1 - alpha:
        low, high = high, high * 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if within(middle, degrees) < 1 - alpha else (low, middle)
    return high
