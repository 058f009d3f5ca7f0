"""Rank-biased overlap: how alike two rankings are, the first ranks weighing most."""

from __future__ import annotations

from collections.abc import Sequence


def persistence(k: int) -> float:
    """The p of a reader who looks at k results on average: 1 − 1/k. With 0.9 the first 10 ranks carry 86 % of the weight."""
    return 1 - 1 / k


def rank_biased_overlap(one: Sequence[str], other: Sequence[str], p: float) -> float:
    """RBO_ext of two rankings without repeated ids, in [0, 1]: 1 for the same ids in the same order, 0 where they share none.

    With S the shorter list of length s, L the longer of length l, and X_d the ids that their first d ranks share (those of S are
    its first min(d, s)):

        (1−p)/p · ( Σ_{d=1..l} X_d/d · p^d  +  Σ_{d=s+1..l} X_s (d−s)/(s d) · p^d )  +  ( (X_l − X_s)/l + X_s/s ) · p^l

    Ranks that are not seen are taken to agree as the seen ones do, so that a list cut at k has no built-in loss. Two empty lists
    are alike (1), an empty and another one are not (0). p: 0 ≤ p < 1, the chance that a reader goes on to the next rank; 0 looks at
    the first rank only.

    Webber, Moffat & Zobel, A similarity measure for indefinite rankings, TOIS 28(4), 2010, equation 32 (uneven lists, no ties).
    """
    shorter, longer = sorted((one, other), key=len)
    s, l = len(shorter), len(longer)  # noqa: E741  # the paper's letters
    if not s:
        return 0.0 if l else 1.0
    shared = _shared(shorter, longer)
    seen = sum((1 - p) * p ** (d - 1) * shared[d - 1] / d for d in range(1, l + 1))
    beyond = sum((1 - p) * p ** (d - 1) * shared[s - 1] * (d - s) / (s * d) for d in range(s + 1, l + 1))
    return seen + beyond + ((shared[l - 1] - shared[s - 1]) / l + shared[s - 1] / s) * p**l


def _shared(shorter: Sequence[str], longer: Sequence[str]) -> list[int]:
    """X_d for d = 1 … the length of the longer list."""
    first, second = set[str](), set[str]()
    counts, count = [], 0
    for place, theirs in enumerate(longer):
        mine = shorter[place] if place < len(shorter) else None
        second.add(theirs)
        count += theirs in first
        if mine is not None:
            first.add(mine)
            count += mine in second
        counts.append(count)
    return counts
