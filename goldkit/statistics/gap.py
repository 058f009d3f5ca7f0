"""The difference between the means of two groups of queries, such as two origins, where blocks may span both."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from goldkit.statistics.blocks import Blocks, block_sums


def gap_blocks(names: Sequence[str], values: Sequence[Sequence[float]], first: Sequence[bool]) -> Blocks:
    """Block sums whose mean is (mean where `first` holds) − (mean where it does not), for `shifts` and `standard_errors`.

    names: one block name a query; values: one sequence a column; first: which group each query is in, both with at least one.
    With sums D, E and sizes m, n of a block in the two groups, totals S, T and M, N: under the hypothesis that the means differ
    by δ they are best estimated as ν = (S + T − δM)/(M + N) and ν + δ, so a block is off by
    (D − m(ν + δ))/M − (E − nν)/N = a − δb. Signs of these are what is flipped (the wild bootstrap over clusters with the null
    imposed: Cameron, Gelbach and Miller, REStat 90, 2008); a and b, both linear in the data, are the sums and sizes returned.
    Σa is the difference and Σb is 1, so a set of one group would give the paired test itself.
    """
    inside = np.array(first, dtype=bool)
    own, other = (
        block_sums(names, [*(np.where(part, row, 0.0).tolist() for row in values), part.astype(float).tolist()])
        for part in (inside, ~inside)
    )
    m, n = own.sums[:, -1], other.sums[:, -1]
    total_m, total_n = float(m.sum()), float(n.sum())
    both = total_m + total_n
    pooled = (own.sums[:, :-1] + other.sums[:, :-1]).sum(axis=0) / both
    sums = own.sums[:, :-1] / total_m - other.sums[:, :-1] / total_n - np.outer(m / total_m - n / total_n, pooled)
    return Blocks(sums, m / total_m * (total_n / both) + n / total_n * (total_m / both))
