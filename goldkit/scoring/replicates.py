"""Several runs of one pipeline, given by one name: their spread set against every delta."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import fsum
from statistics import stdev
from typing import TYPE_CHECKING

from goldkit.phrases import counted
from goldkit.results.replicates import Replicates
from goldkit.statistics.replicates import run_spread

if TYPE_CHECKING:
    from goldkit.results.score import Delta
    from goldkit.scoring.table import RunTable
    from goldkit.scoring.terms import Terms

REPEATED = "runs of one pipeline differ"
"""How the reason begins where a delta lies within the run-to-run spread."""


def replicates(tables: Sequence[RunTable], measure: str) -> tuple[Replicates, ...]:
    """What is known of the spread between runs of one name. tables: averaged ones."""
    return tuple(
        Replicates(run=table.run.name, measure=measure, means=tuple(means), spread=stdev(means))
        for table in tables
        if table.parts
        for means in [_run_means(table, measure)]
    )


def _run_means(table: RunTable, measure: str) -> list[float]:
    rows = [part.values[measure] for part in table.parts or (table,)]
    return [fsum(row) / len(row) for row in rows]


def within_spread(deltas: Sequence[Delta], tables: Sequence[RunTable], terms: Terms) -> list[Delta]:
    """Deltas with their run-to-run spread where one is known; one that lies inside it is not called, whatever its p-value.

    Nor is it equivalent where the spread is wider than the margin.
    """
    by_name = {table.run.name: table for table in tables}
    done: list[Delta] = []
    for delta in deltas:
        before, after = by_name[delta.baseline], by_name[delta.run]
        means = [_run_means(table, delta.measure) for table in (before, after)]
        spread = run_spread(means[0], means[1], terms.level)
        done.append(delta if spread is None else _called(replace(delta, spread=spread), list(map(len, means)), terms))
    return done


def _called(delta: Delta, runs: Sequence[int], terms: Terms) -> Delta:
    spread = delta.spread or 0.0
    called = delta.verdict in ("better", "worse") and abs(delta.delta) <= spread
    if not called and not (delta.verdict == "equivalent" and spread > terms.margin):
        return delta
    reason = f"{REPEATED} by up to ±{spread:.3f} ({runs[0]} and {counted(runs[1], 'run')})"
    return replace(delta, verdict="too_small", reason=reason, without_largest=None)
