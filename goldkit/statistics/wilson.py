"""The interval of a proportion, which keeps a width even where every query hits or none does."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

from goldkit.results.score import Interval
from goldkit.statistics.blocks import Blocks, standard_errors


def wilson(proportion: float, n: float, alpha: float) -> Interval:
    """Wilson's score interval at level 1 − alpha (JASA 22, 1927). proportion in [0, 1]; n > 0 need not be whole."""
    z = NormalDist().inv_cdf(1 - alpha / 2)
    middle = (proportion + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(proportion * (1 - proportion) / n + z * z / (4 * n * n))
    return (max(0.0, min(proportion, middle - half)), min(1.0, max(proportion, middle + half)))


def effective_queries(hits: Blocks) -> float:
    """How many independent queries one column of zeros and ones is worth, at most as many as there are queries.

    The n at which p(1 − p)/n is the variance over blocks; the number of blocks where all values are the same.
    """
    proportion, error = float(hits.means[0]), float(standard_errors(hits)[0])
    if error == 0 or not 0 < proportion < 1:
        return float(hits.count)
    return max(1.0, min(float(hits.queries), proportion * (1 - proportion) / error**2))
