"""The same table for the queries of one origin or tag: logs and synthetic questions are never only pooled."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import Literal

from goldkit.measures.names import Measure
from goldkit.results.score import Slice, SliceDelta
from goldkit.scoring.compare import Terms, changes, slice_delta
from goldkit.scoring.denominator import Denominator, count_lacks
from goldkit.scoring.table import RunTable
from goldkit.sets.scoreset import ScoreQuery, ScoreSet

By = Literal["origin", "tag"]


def slices(
    scoreset: ScoreSet,
    scored: Denominator,
    tables: Sequence[RunTable],
    baseline: str,
    measures: Sequence[Measure],
    terms: Terms,
) -> list[Slice]:
    """One slice an origin, tested on its own, then one a tag: plain means, to look at."""
    groups: list[tuple[By, str]] = [("origin", origin) for origin in sorted({q.origin for q in scoreset.queries})]
    groups += [("tag", tag) for tag in sorted({tag for query in scoreset.queries for tag in query.tags})]
    first = next(table for table in tables if table.run.name == baseline)
    others = [table for table in tables if table is not first]
    found: list[Slice] = []
    for by, name in groups:
        places = [place for place, query in enumerate(scored.queries) if _is_in(query, by, name)]
        pairs = [(other, measure.name) for other in others for measure in measures] if places else []
        deltas = tuple(_delta(by, first, other, measure, places, terms) for other, measure in pairs)
        lacking = count_lacks((query for query in scoreset.queries if _is_in(query, by, name)), scored.lacks)
        means = {table.run.name: _means(table, places) for table in tables} if places else {}
        found.append(
            Slice(
                by=by,
                name=name,
                n=len(places),
                no_relevant=lacking,
                exploratory=by == "tag",
                means=means,
                deltas=deltas,
            )
        )
    return found


def _is_in(query: ScoreQuery, by: By, name: str) -> bool:
    return query.origin == name if by == "origin" else name in query.tags


def _means(table: RunTable, places: Sequence[int]) -> dict[str, float]:
    return {name: mean([values[place] for place in places]) for name, values in table.values.items()}


def _delta(
    by: By, baseline: RunTable, other: RunTable, measure: str, places: Sequence[int], terms: Terms
) -> SliceDelta:
    if by == "origin":
        return slice_delta(baseline, other, measure, places, terms)
    row = changes(baseline, other, measure)
    delta = mean([row[place] for place in places])
    return SliceDelta(baseline=baseline.run.name, run=other.run.name, measure=measure, delta=delta)


def mean(values: Sequence[float]) -> float:
    """The mean, summed exactly, so that the order of the queries changes no bit."""
    return fsum(values) / len(values)
