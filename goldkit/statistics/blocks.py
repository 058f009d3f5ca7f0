"""Queries that depend on one another, as blocks: the unit of every test, interval and spread here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Blocks:
    """Values summed by block. sums: (blocks, columns), one column a run or measure; sizes: (blocks,), queries in each."""

    sums: Floats
    sizes: Floats

    @property
    def count(self) -> int:
        """The number of blocks."""
        return len(self.sizes)

    @property
    def queries(self) -> int:
        """The number of queries in all blocks."""
        return int(self.sizes.sum())

    @property
    def means(self) -> Floats:
        """Each column's mean over queries, (columns,)."""
        means: Floats = self.sums.sum(axis=0) / self.sizes.sum()
        return means

    def columns(self, places: Sequence[int]) -> Blocks:
        """Some of the columns, in the given order."""
        return Blocks(self.sums[:, list(places)], self.sizes)


def block_sums(names: Sequence[str], values: Sequence[Sequence[float]]) -> Blocks:
    """Sums by block. names: one block name a query; values: one sequence a column, each with one value a query.

    Blocks come in the order of their names and are summed in the order of their values, so the order of the queries
    changes no bit.
    """
    places = {name: place for place, name in enumerate(sorted(set(names)))}
    index = np.array([places[name] for name in names], dtype=np.intp)
    table = np.array(values, dtype=np.float64).reshape(len(values), len(names))
    order = [np.lexsort((column, index)) for column in table]
    sums = np.zeros((len(places), len(values)))
    for column, rows in enumerate(order):
        np.add.at(sums[:, column], index[rows], table[column, rows])
    return Blocks(sums, np.bincount(index, minlength=len(places)).astype(np.float64))


def weighted_sums(names: Sequence[str], values: Sequence[Sequence[float]], weights: Sequence[float]) -> Blocks:
    """Sums by block of weight times value, with the sums of the weights as sizes, so that means are weighted. weights: above 0."""
    rows = [[weight * value for weight, value in zip(weights, row, strict=True)] for row in values]
    found = block_sums(names, [*rows, weights])
    return Blocks(found.sums[:, :-1], found.sums[:, -1])


def standard_errors(blocks: Blocks) -> Floats:
    """The standard error of each column's mean over queries, (columns,), from the spread between blocks; 0 for one block.

    The linearised ratio estimator for clusters of unequal size: residuals D_g − n_g·mean (Cochran, Sampling Techniques, 6.3).
    """
    if blocks.count < 2:
        return np.zeros(blocks.sums.shape[1])
    residuals = blocks.sums - np.outer(blocks.sizes, blocks.means)
    variance = (residuals**2).sum(axis=0) * blocks.count / (blocks.count - 1)
    errors: Floats = np.sqrt(variance) / blocks.sizes.sum()
    return errors


def largest_share(blocks: Blocks) -> float:
    """The part of the first column's total |sum| that the block with the largest one holds, in [0, 1]; 0 where all are 0."""
    sizes = np.abs(blocks.sums[:, 0])
    return float(sizes.max() / sizes.sum()) if sizes.any() else 0.0
