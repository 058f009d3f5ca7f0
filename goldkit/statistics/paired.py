"""The paired test: do the deltas of several runs against one baseline differ from 0 by more than chance?"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from goldkit.statistics.blocks import Blocks, Floats
from goldkit.statistics.flips import flip_count, flips

SAME = 1e-9
"""Statistics closer than this, relative to the observed one, are ties: sums of fractions differ in their last bits."""


def paired_test(deltas: Blocks, replicates: int = 10_000, seed: int = 0) -> Floats:
    """The p-values, (runs,) in (0, 1], of a studentised two-sided sign-flip test over blocks, by step-down MaxT over the runs.

    deltas: one column a run, each query's value minus the baseline's. The statistic is |Σ D| / √(Σ D²) over the blocks' sums
    D; the denominator does not change under flips; the same flips serve all runs (Westfall and Young 1993, algorithm 2.8).
    A run whose deltas are all zero has p = 1 and is left out of the maximum.
    """
    scale = np.sqrt((deltas.sums**2).sum(axis=0))
    moved = np.flatnonzero(scale > 0)
    adjusted = np.ones(len(scale))
    if not len(moved):
        return adjusted
    unit = deltas.sums[:, moved] / scale[moved]
    observed = np.abs(unit.sum(axis=0))
    order = np.argsort(-observed, kind="stable")
    joint = _exceedances(Blocks(unit[:, order], deltas.sizes), observed[order], replicates, seed)
    adjusted[moved[order]] = np.maximum.accumulate(joint / flip_count(deltas.count, replicates))
    return adjusted


def single_tests(deltas: Blocks, replicates: int = 10_000, seed: int = 0) -> Floats:
    """The p-value of each column tested alone, (columns,) in (0, 1]: as `Shifts.p` at 0, without what an interval costs."""
    observed = np.abs(deltas.sums.sum(axis=0))
    limit = observed - SAME * np.maximum(observed, np.sqrt((deltas.sums**2).sum(axis=0)))
    extreme = np.zeros(len(observed), dtype=np.int64)
    for signs in flips(deltas.count, replicates, seed):
        extreme += (np.abs(signs @ deltas.sums) >= limit).sum(axis=0)
    values: Floats = extreme / flip_count(deltas.count, replicates)
    return values


def _exceedances(unit: Blocks, observed: Floats, replicates: int, seed: int) -> NDArray[np.int64]:
    """How many flips are as extreme as the observed statistic, of each run and all weaker ones together.

    The columns come by falling statistic.
    """
    joint = np.zeros(len(observed), dtype=np.int64)
    limit = observed - SAME * np.maximum(1.0, observed)
    for signs in flips(unit.count, replicates, seed):
        flipped = np.abs(signs @ unit.sums)
        weaker = np.maximum.accumulate(flipped[:, ::-1], axis=1)[:, ::-1]
        joint += (weaker >= limit).sum(axis=0)
    return joint
