"""A scoring result as flat rows, for data frames and notebooks."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Literal

from goldkit.errors import UsageError
from goldkit.results.tables import Row

if TYPE_CHECKING:
    from goldkit.results.score import ScoreResult

Part = Literal["runs", "deltas", "slices", "queries"]
"""runs: one row a run. deltas: one a compared run and measure. slices: one a slice and run. queries: one a query and run."""


def rows(result: ScoreResult, part: Part = "runs") -> list[Row]:
    """The rows of one part; each has the same keys, with None where there is nothing.

    Intervals are two columns, `low` and `high`, of runs with the measure's name before them. Raises UsageError for the queries of a
    frozen set, of which only aggregates are shown, for queries that were not kept, and for a part that there is none of.
    """
    if part not in PARTS:
        raise UsageError(f"{part!r} is no part of a result; it has {', '.join(PARTS)}")
    return PARTS[part](result)


def _runs(result: ScoreResult) -> list[Row]:
    found = []
    for run in result.runs:
        row: Row = {"run": run.name, "n": run.n, "missing": run.missing, "failed": run.failed}
        for name in result.measures:
            low, high = run.intervals.get(name, (None, None))
            row |= {name: run.means.get(name), f"{name} low": low, f"{name} high": high}
        found.append(row)
    return found


def _deltas(result: ScoreResult) -> list[Row]:
    found = []
    for delta in result.deltas:
        row = asdict(delta)
        low, high = row.pop("interval") or (None, None)
        found.append({**row, "low": low, "high": high})
    return found


def _slices(result: ScoreResult) -> list[Row]:
    return [
        {"by": part.by, "slice": part.name, "n": part.n, "blocks": part.blocks, "run": run.name}
        | {name: part.means.get(run.name, {}).get(name) for name in result.measures}
        for part in result.slices
        for run in result.runs
    ]


def _queries(result: ScoreResult) -> list[Row]:
    if result.set.digest is not None:
        raise UsageError(f"{result.set.name} is frozen: only aggregates of it are shown")
    if not result.queries:
        raise UsageError("no query was kept: score with options=ScoreOptions(per_query=True)")
    return [
        {"query": query.id, "run": run.name} | {name: query.runs[run.name].values[name] for name in result.measures}
        for query in result.queries
        for run in result.runs
    ]


PARTS = {"runs": _runs, "deltas": _deltas, "slices": _slices, "queries": _queries}
"""Name of a part → its rows."""
