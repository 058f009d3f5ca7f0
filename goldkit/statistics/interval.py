"""Intervals: of a delta by inverting the paired test, of a mean by resampling blocks."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor

import numpy as np

from goldkit.results.score import Interval
from goldkit.statistics.blocks import Blocks, Floats
from goldkit.statistics.flips import ROWS, flip_count, flips
from goldkit.statistics.paired import SAME


@dataclass(frozen=True, slots=True)
class Shifts:
    """For each flip, the shifts δ of a delta at which this flip is as extreme as what was observed.

    With block sums D, sizes n, S = Σ D, N = Σ n, and A = Σ sD, C = Σ sn under the flip s, that is |A − δC| ≥ |S − δN|: the
    interval between (S − A)/(N − C) and (S + A)/(N + C), which always holds the observed delta S/N. So the p-value falls on
    both sides of it, and a confidence interval is read off the sorted ends. One-sided, A − δC ≥ S − δN holds from the first
    of the two on. estimate: S/N. lows, highs, firsts: (flips,), each sorted; firsts is NaN, last, where nothing is flipped.
    """

    lows: Floats
    highs: Floats
    firsts: Floats
    estimate: float

    def p(self, shift: float) -> float:
        """The two-sided p-value of the sign-flip test that the delta is `shift`; at 0 the same as paired_test's."""
        ends = self.highs >= shift if shift > self.estimate else self.lows <= shift
        return float(ends.sum()) / len(ends)

    def interval(self, alpha: float) -> Interval:
        """All shifts that the test does not reject at level alpha; infinite where there are too few blocks to reject any."""
        least = floor(alpha * len(self.lows) + SAME)
        return (float(self.lows[least]), float(self.highs[len(self.highs) - 1 - least]))

    def equivalent(self, margin: float, alpha: float) -> bool:
        """Whether two one-sided tests at level alpha reject both a delta of at most −margin and one of at least margin."""
        never = int(np.isnan(self.firsts).sum())
        below = never + int((self.firsts <= SAME - margin).sum())
        above = never + int((self.firsts >= margin - SAME).sum())
        return max(below, above) <= alpha * len(self.firsts) + SAME


def shifts(deltas: Blocks, replicates: int = 10_000, seed: int = 0) -> list[Shifts]:
    """What every flip accepts, for each column of deltas; the flips are those of paired_test with this seed."""
    totals, queries = deltas.sums.sum(axis=0), float(deltas.sizes.sum())
    scale = SAME * np.maximum(np.abs(totals), np.sqrt((deltas.sums**2).sum(axis=0)))
    firsts, seconds = np.empty((2, flip_count(deltas.count, replicates), len(totals)))
    done = 0
    for signs in flips(deltas.count, replicates, seed):
        rows = slice(done, done + len(signs))
        flipped, size = signs @ deltas.sums, (signs @ deltas.sizes)[:, None]
        firsts[rows] = _root(_snap(totals - flipped, scale), _snap(queries - size, SAME * queries))
        seconds[rows] = _root(_snap(totals + flipped, scale), _snap(queries + size, SAME * queries))
        done += len(signs)
    columns = zip(firsts.T, seconds.T, totals / queries, strict=True)
    return [_sorted(first, second, float(estimate)) for first, second, estimate in columns]


def _sorted(firsts: Floats, seconds: Floats, estimate: float) -> Shifts:
    free = np.isnan(firsts) | np.isnan(seconds)
    lows = np.where(free, -np.inf, np.minimum(firsts, seconds))
    highs = np.where(free, np.inf, np.maximum(firsts, seconds))
    return Shifts(np.sort(lows), np.sort(highs), np.sort(firsts), estimate)


def _snap(values: Floats, within: Floats | float) -> Floats:
    """Values that differ from 0 by rounding only become 0, so that ties count as ties."""
    return np.where(np.abs(values) <= within, 0.0, values)


def _root(numerator: Floats, denominator: Floats) -> Floats:
    """The quotient; NaN where nothing (or everything) was flipped, since that flip is as extreme at any shift."""
    out = np.full_like(numerator, np.nan)
    return np.divide(numerator, denominator, out=out, where=np.broadcast_to(denominator > 0, out.shape))


def mean_intervals(values: Blocks, alpha: float, replicates: int = 10_000, seed: int = 0) -> list[Interval]:
    """Percentile intervals of each column's mean over queries at level 1 − alpha, from a bootstrap over whole blocks.

    The values lie in [0, 1]. Below about 20 blocks the intervals are too narrow; of a single block nothing is known: [0, 1].
    """
    if values.count < 2:
        return [(0.0, 1.0)] * values.sums.shape[1]
    generator = np.random.default_rng(seed)
    means = [_resampled(values, min(ROWS, replicates - start), generator) for start in range(0, replicates, ROWS)]
    low, high = np.quantile(np.concatenate(means), [alpha / 2, 1 - alpha / 2], axis=0)
    return [(float(start), float(end)) for start, end in zip(low, high, strict=True)]


def _resampled(values: Blocks, rows: int, generator: np.random.Generator) -> Floats:
    """Means of resamples, (rows, columns): as many blocks as there are, drawn with replacement."""
    drawn = generator.integers(0, values.count, size=(rows, values.count))
    flat = (drawn + values.count * np.arange(rows)[:, None]).ravel()
    times = np.bincount(flat, minlength=rows * values.count).reshape(rows, values.count).astype(np.float64)
    means: Floats = (times @ values.sums) / (times @ values.sizes)[:, None]
    return means
