"""Several runs of one pipeline, given by one name: averaged query by query, and their spread set against every delta."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import fsum
from statistics import stdev

from goldkit.phrases import counted
from goldkit.results.replicates import Replicates
from goldkit.results.score import Delta
from goldkit.scoring.table import RunTable, average_rows
from goldkit.scoring.terms import Terms
from goldkit.statistics.replicates import run_spread

REPEATED = "runs of one pipeline differ"
"""How the reason begins where a delta lies within the run-to-run spread."""


def average(tables: Sequence[RunTable]) -> list[RunTable]:
    """One table a name, in the order of their first runs; a run alone stays as it is.

    Values are means over the runs of a name, counts are sums. Lists and views are those of its first run: there is no average of
    them. `parts` holds the single tables.
    """
    named: dict[str, list[RunTable]] = {}
    for table in tables:
        named.setdefault(table.run.name, []).append(table)
    return [own[0] if len(own) == 1 else _merged(own) for own in named.values()]


def _merged(parts: Sequence[RunTable]) -> RunTable:
    first = parts[0]
    return RunTable(
        run=first.run,
        values={name: average_rows([part.values[name] for part in parts]) for name in first.values},
        views=first.views,
        top=first.top,
        missing=sum(part.missing for part in parts),
        empty=sum(part.empty for part in parts),
        failed=sum(part.failed for part in parts),
        repeats=sum(part.repeats for part in parts),
        tied=sum(part.tied for part in parts),
        judged=average_rows([part.judged for part in parts]),
        slots=sum(part.slots for part in parts),
        judged_slots=sum(part.judged_slots for part in parts),
        holes=set().union(*(part.holes for part in parts)),
        found=set().union(*(part.found for part in parts)),
        parts=tuple(parts),
        unjudged=sum(part.unjudged for part in parts),
        light=first.light,
    )


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
