"""The mean of values, one a query."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum


def mean(values: Sequence[float]) -> float:
    """The mean, summed exactly, so that the order of the queries changes no bit."""
    return fsum(values) / len(values)
