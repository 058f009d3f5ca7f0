"""The same table for the queries of one origin, tag or metadata value: logs and synthetic questions are never only pooled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from goldkit.results.score import Slice
from goldkit.scoring.compare import Change, compare_slice, plain_slice
from goldkit.scoring.denominator import Denominator, count_lacks
from goldkit.scoring.groups import ALWAYS, Group, groups
from goldkit.scoring.mean import mean
from goldkit.scoring.table import RunTable
from goldkit.scoring.terms import Terms
from goldkit.sets.scoreset import ScoreSet
from goldkit.statistics.benjamini_hochberg import false_discovery

FEWEST = 5
"""Queries that a slice must have to be tested, and of a frozen set to be shown: means of fewer would show what single ones did."""


def slices(
    scoreset: ScoreSet, scored: Denominator, tables: Sequence[RunTable], found: Sequence[Change], terms: Terms
) -> list[Slice]:
    """One slice an origin, one a tag, one a value of each field of `terms.options.by`, each tested on its own blocks.

    Of a frozen set, values of a field that too few queries have are not even named. Raises UsageError for an unknown field.
    """
    wanted = groups(scoreset.queries, terms.options.by)
    made = [_slice(group, scoreset, scored, tables, found, terms) for group in wanted]
    shown = [part for part in made if part.means or part.by in ALWAYS or not scoreset.frozen]
    return _adjusted(shown, len(scored.queries), terms)


def _slice(
    group: Group,
    scoreset: ScoreSet,
    scored: Denominator,
    tables: Sequence[RunTable],
    found: Sequence[Change],
    terms: Terms,
) -> Slice:
    own = [place for place, query in enumerate(scored.queries) if query.id in group.members]
    places = [] if scoreset.frozen and len(own) < FEWEST else own
    return Slice(
        by=group.by,
        name=group.name,
        n=len(own),
        no_relevant=count_lacks((query for query in scoreset.queries if query.id in group.members), scored.lacks),
        exploratory=group.by != "origin",
        means={table.run.name: _means(table, places) for table in tables} if places else {},
        deltas=tuple((compare_slice if len(places) >= FEWEST else plain_slice)(found, places, terms)),
        blocks=len({terms.blocks[place] for place in places}),
    )


def _adjusted(parts: Sequence[Slice], queries: int, terms: Terms) -> list[Slice]:
    """With Benjamini and Hochberg's p-values over all slices and runs of a measure, and the looks.

    A slice of all queries says nothing that the table does not, and one of a few nothing at all: neither takes part.
    """
    tested = [
        (at, place) for at, part in enumerate(parts) if FEWEST <= part.n < queries for place in range(len(part.deltas))
    ]
    adjusted: dict[tuple[int, int], float] = {}
    for measure in dict.fromkeys(delta.measure for part in parts for delta in part.deltas):
        own = [key for key in tested if parts[key[0]].deltas[key[1]].measure == measure]
        values = false_discovery([parts[at].deltas[place].p or 0.0 for at, place in own])
        adjusted.update(zip(own, (min(1.0, terms.looks * value) for value in values), strict=True))
    return [
        replace(
            part,
            deltas=tuple(
                replace(delta, p_adjusted=adjusted.get((at, place))) for place, delta in enumerate(part.deltas)
            ),
        )
        for at, part in enumerate(parts)
    ]


def _means(table: RunTable, places: Sequence[int]) -> dict[str, float]:
    return {name: mean([values[place] for place in places]) for name, values in table.values.items()}
