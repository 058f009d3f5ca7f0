"""The queries that rose and fell, each as a drawing with the ranks of its facts, a part a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goldkit.phrases import excerpt
from goldkit.reports.axis import Axis, from_zero
from goldkit.reports.delta_plot import axis_row
from goldkit.reports.dumbbell_plot import dumbbell
from goldkit.reports.rank_changes import rank_changes
from goldkit.results.moves import Moves
from goldkit.results.per_query import QueryScore

TEXT = 120
"""Characters of a question that are shown."""


@dataclass(frozen=True, slots=True)
class QueryRow:
    """One query. text: its question, or its id where it has none. ranks: of its facts before and after."""

    id: str
    text: str
    drawing: str
    before: float
    after: float
    ranks: str


@dataclass(frozen=True, slots=True)
class QueryPart:
    """One run's queries one way. title: "up, the first 20 of 31"."""

    title: str
    rows: list[QueryRow]


@dataclass(frozen=True, slots=True)
class QueryPlot:
    """One run's queries that changed, on one scale."""

    moved: Moves
    parts: list[QueryPart]
    axis: str


def query_plots(moves: Sequence[Moves]) -> list[QueryPlot]:
    """One a run in which anything changed."""
    return [_plot(moved) for moved in moves if moved.up or moved.down]


def _plot(moved: Moves) -> QueryPlot:
    queries = (*moved.wins, *moved.losses)
    axis = from_zero(
        query.runs[name].values[moved.measure] for query in queries for name in (moved.baseline, moved.run)
    )
    sides = (("up", moved.wins, moved.up), ("down", moved.losses, moved.down))
    parts = [
        QueryPart(
            f"{total} {word}" + (f", the first {len(found)}" if len(found) < total else ""),
            [_row(query, moved, axis) for query in found],
        )
        for word, found, total in sides
        if found
    ]
    return QueryPlot(moved, parts, axis_row(axis))


def _row(query: QueryScore, moved: Moves, axis: Axis) -> QueryRow:
    before, after = (query.runs[name].values[moved.measure] for name in (moved.baseline, moved.run))
    ranks = rank_changes(query, moved.baseline, moved.run)
    return QueryRow(query.id, excerpt(query.text, TEXT) or query.id, dumbbell(query, moved, axis), before, after, ranks)
