"""The false discovery rate of many tests that were only looked at: slices."""

from __future__ import annotations

from collections.abc import Sequence


def false_discovery(values: Sequence[float]) -> list[float]:
    """p-values adjusted so that calling those at most q keeps the expected part of false calls at most q.

    min over the ranks j from i on of p(j)·m/j (Benjamini and Hochberg, JRSS B 57, 1995); never below the p-value itself, at
    most 1, in the given order. It holds for independent tests and for positively dependent ones.
    """
    adjusted = [1.0] * len(values)
    least = 1.0
    for rank, place in sorted(enumerate(sorted(range(len(values)), key=lambda at: values[at]), start=1), reverse=True):
        least = min(least, values[place] * (len(values) / rank))
        adjusted[place] = least
    return adjusted
