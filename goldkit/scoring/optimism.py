"""How far the best of all runs that were ever looked at may owe its lead to chance."""

from __future__ import annotations

from goldkit.results.optimism import Optimism
from goldkit.results.score import ScoreResult
from goldkit.statistics.optimism import best_of


def optimism(result: ScoreResult, runs: int) -> Optimism | None:
    """Of a result on a frozen set. runs: distinct ones ever shown, those of this call included.

    None for one run, or where no delta in the primary measure gives a spread.
    """
    errors = [delta.error for delta in result.deltas if delta.measure == result.method.primary and delta.error]
    if runs < 2 or not errors:
        return None
    return Optimism(runs=runs, measure=result.method.primary, amount=best_of(runs, errors))
