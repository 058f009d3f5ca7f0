"""How far two rankings of the same things agree: Spearman's rho with its interval, and Kendall's tau-b. Ties are allowed for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import atanh, sqrt, tanh
from statistics import NormalDist, StatisticsError, correlation

LEAST = 4
"""Things from which on rho has an interval."""


def spearman(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Pearson's correlation of the ranks, in [−1, 1], ties at their middle rank; None where one side has all alike."""
    try:
        return correlation(_ranks(one), _ranks(other))
    except StatisticsError:
        return None


def spearman_interval(rho: float, n: int, alpha: float = 0.05) -> tuple[float, float] | None:
    """Fisher's transform with the variance (1 + rho²/2)/(n − 3) (Bonett and Wright, Psychometrika 65, 2000); None for n < 4."""
    if n < LEAST:
        return None
    if abs(rho) >= 1:
        return (rho, rho)
    half = NormalDist().inv_cdf(1 - alpha / 2) * sqrt((1 + rho * rho / 2) / (n - 3))
    return (tanh(atanh(rho) - half), tanh(atanh(rho) + half))


def kendall_tau_b(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Concordant minus discordant pairs over all that are tied in neither (Kendall 1945); None where one side has all alike."""
    signs = [(_sign(a[0] - b[0]), _sign(a[1] - b[1])) for a, b in combinations(list(zip(one, other, strict=True)), 2)]
    first, second = (sum(sign[side] != 0 for sign in signs) for side in (0, 1))
    return sum(x * y for x, y in signs) / sqrt(first * second) if first and second else None


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def _ranks(values: Sequence[float]) -> list[float]:
    """The rank of each, 1 the smallest; equal ones share the middle of theirs."""
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start
        while end + 1 < len(order) and values[order[end + 1]] == values[order[start]]:
            end += 1
        for place in order[start : end + 1]:
            ranks[place] = (start + end) / 2 + 1
        start = end + 1
    return ranks
