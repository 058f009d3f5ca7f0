"""The same table for the queries of one origin or tag: logs and synthetic questions are never only pooled."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import Literal

from goldkit.results.score import Slice, SliceDelta
from goldkit.scoring.compare import Change, Terms, compare_slice
from goldkit.scoring.denominator import Denominator, count_lacks
from goldkit.scoring.table import RunTable
from goldkit.sets.scoreset import ScoreQuery, ScoreSet

By = Literal["origin", "tag"]
FEWEST = 5
"""Queries that a slice of a frozen set must have: the means of fewer would show what single queries did."""


def slices(
    scoreset: ScoreSet, scored: Denominator, tables: Sequence[RunTable], found: Sequence[Change], terms: Terms
) -> list[Slice]:
    """One slice an origin, tested on its own, then one a tag: plain means, to look at."""
    groups: list[tuple[By, str]] = [("origin", origin) for origin in sorted({q.origin for q in scoreset.queries})]
    groups += [("tag", tag) for tag in sorted({tag for query in scoreset.queries for tag in query.tags})]
    return [_slice(by, name, scoreset, scored, tables, found, terms) for by, name in groups]


def _slice(
    by: By,
    name: str,
    scoreset: ScoreSet,
    scored: Denominator,
    tables: Sequence[RunTable],
    found: Sequence[Change],
    terms: Terms,
) -> Slice:
    own = [place for place, query in enumerate(scored.queries) if _is_in(query, by, name)]
    places = [] if scoreset.frozen and len(own) < FEWEST else own
    deltas = compare_slice(found, places, terms) if by == "origin" else _plain(found, places)
    return Slice(
        by=by,
        name=name,
        n=len(own),
        no_relevant=count_lacks((query for query in scoreset.queries if _is_in(query, by, name)), scored.lacks),
        exploratory=by == "tag",
        means={table.run.name: _means(table, places) for table in tables} if places else {},
        deltas=tuple(deltas),
    )


def _plain(found: Sequence[Change], places: Sequence[int]) -> list[SliceDelta]:
    if not places:
        return []
    return [
        SliceDelta(
            baseline=change.baseline,
            run=change.run,
            measure=change.measure,
            delta=mean([change.row[place] for place in places]),
        )
        for change in found
    ]


def _is_in(query: ScoreQuery, by: By, name: str) -> bool:
    return query.origin == name if by == "origin" else name in query.tags


def _means(table: RunTable, places: Sequence[int]) -> dict[str, float]:
    return {name: mean([values[place] for place in places]) for name, values in table.values.items()}


def mean(values: Sequence[float]) -> float:
    """The mean, summed exactly, so that the order of the queries changes no bit."""
    return fsum(values) / len(values)
