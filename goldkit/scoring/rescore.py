"""The same rankings against fewer labels, from what a table holds: no run is read again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import fsum

from goldkit.measures.budget import costs, see_costs
from goldkit.measures.names import Measure
from goldkit.measures.truth import Truth, see
from goldkit.measures.view import View
from goldkit.scoring.answers import Answers
from goldkit.scoring.denominator import Denominator
from goldkit.scoring.table import RunTable

NOTHING = "\0"
"""Stands in a ranking where a chunk without a label was: no label has this id."""


def can_rescore(measure: Measure) -> bool:
    """Whether what a table holds is all that a measure needs: ir_measures reads whole rankings."""
    return not measure.elsewhere


def rescored(table: RunTable, scored: Denominator, truths: Mapping[str, Truth], measure: Measure) -> list[float | None]:
    """One value a query, in the order of the denominator: with another truth for some queries, the table's own for the rest.

    truths: query id → what is still true, over a part of the labels the table was made with. None where nothing relevant is left.
    """
    if table.parts:
        rows = [rescored(part, scored, truths, measure) for part in table.parts]
        return [_mean(values) for values in zip(*rows, strict=True)]
    values: list[float | None] = []
    for query, known in zip(scored.queries, table.values[measure.name], strict=True):
        truth = truths.get(query.id)
        if truth is None:
            values.append(known)
        elif not truth.shares:
            values.append(None)
        else:
            values.append(measure(_view(table.run, query.id, truth)))
    return values


def _mean(values: Sequence[float | None]) -> float | None:
    """Over the runs of one pipeline, all of which lack a value or none."""
    known = [value for value in values if value is not None]
    return fsum(known) / len(known) if known else None


def _view(run: Answers, query: str, truth: Truth) -> View:
    answer = run.found.get(query)
    if answer is None:
        return see_costs(truth, (), run.lengths)
    ranking = [NOTHING] * (answer.view.judged[-1] if answer.view.judged else 0)
    for rank, chunk in zip(answer.view.judged, answer.judged, strict=True):
        ranking[rank - 1] = chunk
    view = see(truth, ranking)._replace(depth=answer.view.depth)
    if run.lengths is None or answer.view.costs is None:
        return view
    return view._replace(costs=replace(answer.view.costs, facts=costs(truth, (), run.lengths).facts))
