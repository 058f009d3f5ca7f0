"""How small a difference a set can show, and how many more queries a smaller one would need."""

from __future__ import annotations

from math import ceil
from statistics import NormalDist

POWER = 0.8
"""The chance with which a difference of that size is found."""
LEAST_BLOCKS = 20
"""With fewer blocks there is no verdict."""


def smallest_visible(error: float, alpha: float) -> float:
    """The smallest true difference that a two-sided test at level alpha finds with a chance of 80%.

    (z(1 − alpha/2) + z(0.8)) · error, where error is the standard error of the delta over blocks.
    """
    normal = NormalDist()
    return (normal.inv_cdf(1 - alpha / 2) + normal.inv_cdf(POWER)) * error


def further_queries(queries: int, visible: float, wanted: float) -> int:
    """How many more queries of the same kind make `wanted` visible where now only `visible` is; 0 where it already is.

    The standard error falls with the root of the number of queries. wanted > 0.
    """
    return max(0, ceil(queries * (visible / wanted) ** 2 - 1e-9) - queries)
