"""The exact two-sided sign test: are there more of one sign than a fair coin would give?"""

from __future__ import annotations

from math import comb


def sign_test(ups: int, downs: int) -> float:
    """The chance, in (0, 1], of a split at least as uneven; what is neither up nor down says nothing (Dixon and Mood 1946)."""
    n, fewer = ups + downs, min(ups, downs)
    tail = sum(comb(n, k) for k in range(fewer + 1)) / (1 << n)
    return min(1.0, 2 * tail)
