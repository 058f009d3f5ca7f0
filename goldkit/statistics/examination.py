"""How likely a result is looked at, rank by rank, from pairs of question and chunk that were shown at several ranks.

A click needs that the result was looked at, which depends on its rank, and that it was worth it, which depends on the pair. Only a
pair that stood at two or more ranks tells the first from the second: intervention harvesting (Agarwal, Zaitsev, Wang, Li, Najork
and Joachims, WSDM 2019). Their AllPairs averages click rates over pairs; here each pair is compared with itself, by the likelihood
of where its clicks fell: with n showings at rank k, the expected clicks are n · examination(k) · worth, and given how many
clicks a pair has, its worth drops out (Poisson regression with fixed effects; Hausman, Hall and Griliches, Econometrica 52, 1984).
It asks for no bound on the worth, and stays consistent for clicks that are no Poisson counts (Wooldridge, J. Econometrics 90,
1999). It takes for granted that a pair's worth does not change with its rank; a ranker that learns from the clicks breaks that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, inf, sqrt

import numpy as np
from numpy.typing import NDArray

from goldkit.results.position_bias import Examined
from goldkit.statistics.student import quantile

LEAST = 10
"""Clicks of comparable pairs at a rank, below which it gets no estimate."""
RIDGE = 0.01
"""Of the penalty ½ · RIDGE · log²: a prior so wide (a factor of e¹⁰) that it only keeps the fit finite."""
STEP, MOST_STEPS, DONE = 1.0, 200, 1e-10
"""Of Newton's method, in logs: the longest step, how many at most, and below which step it has arrived."""
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Cell:
    """One pair at one rank: how often it was shown there and clicked. group: pairs of one group are not independent."""

    group: int
    pair: int
    rank: int
    shown: int
    clicked: int


def examination(cells: Sequence[Cell], alpha: float = 0.05) -> dict[int, Examined]:
    """Rank → examination relative to the lowest comparable rank, at which it is 1, with an interval at level 1 − alpha.

    Ranks with fewer than LEAST clicks of comparable pairs, and ranks that no chain of pairs joins to the lowest, are left out;
    {} where fewer than two ranks remain. The interval is a sandwich over groups, on logs; without bound for a single group.
    """
    rows = np.array([(one.group, one.pair, one.rank, one.shown, one.clicked) for one in cells], dtype=np.int64)
    rows = _joined(_comparable(rows.reshape(-1, 5)))
    ranks = np.unique(rows[:, 2])
    if len(ranks) < 2:
        return {}
    shown, clicked, groups = _tables(rows, ranks)
    logs, share = _fit(shown, clicked)
    errors = _errors(share, clicked, groups)
    t = quantile(alpha, len(np.unique(groups)) - 1) if len(np.unique(groups)) > 1 else inf
    base = Examined(1.0, 1.0, 1.0)
    found = {
        int(rank): _examined(float(log), float(e), t) for rank, log, e in zip(ranks[1:], logs[1:], errors, strict=True)
    }
    return {int(ranks[0]): base, **found}


def _examined(log: float, error: float, t: float) -> Examined:
    return Examined(exp(log), exp(max(-700.0, log - t * error)), exp(min(700.0, log + t * error)))


def _comparable(rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """The rows of ranks with enough clicks, of pairs that stood at two or more of these."""
    while len(rows):
        clicks = np.bincount(rows[:, 2], weights=rows[:, 4])
        kept = rows[clicks[rows[:, 2]] >= LEAST]
        _, places, often = np.unique(kept[:, 1], return_inverse=True, return_counts=True)
        kept = kept[often[places] >= 2]
        if len(kept) == len(rows):
            break
        rows = kept
    return rows


def _joined(rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """The rows of the ranks that a chain of clicked pairs joins to the lowest rank."""
    clicked = rows[np.isin(rows[:, 1], rows[rows[:, 4] > 0, 1])]
    if not len(clicked):
        return clicked
    ranks = clicked[:, 2].min(keepdims=True)
    while True:
        pairs = np.unique(clicked[np.isin(clicked[:, 2], ranks), 1])
        more = np.unique(clicked[np.isin(clicked[:, 1], pairs), 2])
        if len(more) == len(ranks):
            return clicked[np.isin(clicked[:, 2], ranks)]
        ranks = more


def _tables(rows: NDArray[np.int64], ranks: NDArray[np.int64]) -> tuple[Floats, Floats, NDArray[np.int64]]:
    """Shown and clicked, a row a pair and a column a rank; and the group of each row."""
    names, first, places = np.unique(rows[:, 1], return_index=True, return_inverse=True)
    columns = np.searchsorted(ranks, rows[:, 2])
    shown, clicked = np.zeros((2, len(names), len(ranks)))
    np.add.at(shown, (places, columns), rows[:, 3])
    np.add.at(clicked, (places, columns), rows[:, 4])
    return shown, clicked, rows[first, 0]


def _fit(shown: Floats, clicked: Floats) -> tuple[Floats, Floats]:
    """The logs of examination, 0 at the first rank, by Newton's method; and the share of a pair's clicks expected at each rank."""
    logs = np.zeros(shown.shape[1])
    for _ in range(MOST_STEPS):
        share = _share(shown, logs)
        score = (clicked - clicked.sum(1, keepdims=True) * share).sum(0)[1:] - RIDGE * logs[1:]
        step = np.clip(np.linalg.solve(_information(share, clicked), score), -STEP, STEP)
        logs[1:] += step
        if np.abs(step).max() < DONE:
            break
    return logs, _share(shown, logs)


def _share(shown: Floats, logs: Floats) -> Floats:
    expected = shown * np.exp(logs)
    shares: Floats = expected / expected.sum(1, keepdims=True)
    return shares


def _information(share: Floats, clicked: Floats) -> Floats:
    weighed = clicked.sum(1, keepdims=True) * share
    full = np.diag(weighed.sum(0)) - share.T @ weighed
    inner: Floats = full[1:, 1:] + RIDGE * np.eye(len(full) - 1)
    return inner


def _errors(share: Floats, clicked: Floats, groups: NDArray[np.int64]) -> list[float]:
    """Standard errors of all logs but the first, robust to what pairs of one group share (Liang and Zeger, Biometrika 73, 1986)."""
    _, places = np.unique(groups, return_inverse=True)
    count = int(places.max()) + 1
    if count < 2:
        return [inf] * (share.shape[1] - 1)
    residuals = np.zeros((count, share.shape[1] - 1))
    np.add.at(residuals, places, (clicked - clicked.sum(1, keepdims=True) * share)[:, 1:])
    inverse = np.linalg.inv(_information(share, clicked))
    variance = inverse @ (residuals.T @ residuals) @ inverse * count / (count - 1)
    return [sqrt(max(0.0, float(value))) for value in np.diag(variance)]
