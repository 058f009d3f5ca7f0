"""The interval of a weighted kappa over pairs of which those of one query depend on one another."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from goldkit.results.score import Interval

LEAST_BLOCKS = 2


def kappa_interval(
    blocks: Sequence[str],
    pairs: Sequence[tuple[int, int]],
    *,
    alpha: float = 0.05,
    replicates: int = 2000,
    seed: int = 0,
) -> Interval | None:
    """Percentiles of Cohen's kappa with quadratic weights (Cohen 1968) when whole blocks are drawn with replacement.

    blocks: one name a pair. pairs: two whole grades from 0 each. None with fewer than two blocks, or where most resamples have one
    grade only, so that kappa is not defined in them.
    """
    names = sorted(set(blocks))
    if len(names) < LEAST_BLOCKS:
        return None
    places = {name: place for place, name in enumerate(names)}
    size = 1 + max(max(pair) for pair in pairs)
    counts = np.zeros((len(names), size, size))
    for block, (one, other) in zip(blocks, pairs, strict=True):
        counts[places[block], one, other] += 1
    draws = np.random.default_rng(seed).multinomial(len(names), np.full(len(names), 1 / len(names)), replicates)
    kappas = _kappas(np.tensordot(draws.astype(float), counts, axes=1))
    defined = kappas[np.isfinite(kappas)]
    if 2 * len(defined) < replicates:
        return None
    low, high = np.quantile(defined, [alpha / 2, 1 - alpha / 2])
    return (float(low), float(high))


def _kappas(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """The kappa of each table of counts, (tables, grades, grades); NaN where chance alone makes everybody agree."""
    grades = np.arange(counts.shape[1])
    distance = (grades[:, None] - grades[None, :]) ** 2.0
    observed = (counts * distance).sum(axis=(1, 2))
    expected = np.einsum("ti,tj,ij->t", counts.sum(axis=2), counts.sum(axis=1), distance)
    total = counts.sum(axis=(1, 2))
    kappas: NDArray[np.float64] = 1 - observed * total / np.where(expected > 0, expected, np.nan)
    return kappas
