"""Presentation bias: what only one run found, left out run by run (Zobel, SIGIR 1998).

Labels that were mined from what one retriever showed hold what it finds and lack what others find. Leaving out the labels that
one run alone has within its first k shows by how much each comparison rests on them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import fsum

from goldkit.measures.names import Measure
from goldkit.measures.truth import Truth
from goldkit.results.leave_out import LeftOut, LeftOutDelta
from goldkit.scoring.denominator import Denominator, truth_of
from goldkit.scoring.options import ScoreOptions
from goldkit.scoring.rescore import can_rescore, rescored
from goldkit.scoring.table import RunTable
from goldkit.sets.scoreset import ScoreQuery, ScoreSet


def leave_out(
    scoreset: ScoreSet,
    scored: Denominator,
    tables: Sequence[RunTable],
    measure: Measure,
    baseline: str,
    options: ScoreOptions,
) -> tuple[LeftOut, ...]:
    """One a run that alone found any relevant chunk; none for a single run, or where the measure is not in the table."""
    if len(tables) < 2 or measure.name not in tables[0].values or not can_rescore(measure):
        return ()
    found = [_one(scoreset, scored, tables, place, measure, baseline, options) for place in range(len(tables))]
    return tuple(one for one in found if one is not None)


def _one(
    scoreset: ScoreSet,
    scored: Denominator,
    tables: Sequence[RunTable],
    place: int,
    measure: Measure,
    baseline: str,
    options: ScoreOptions,
) -> LeftOut | None:
    alone = [_alone(scored.truths[query.id], tables, place, at) for at, query in enumerate(scored.queries)]
    dropped = {query.id: chunks for query, chunks in zip(scored.queries, alone, strict=True) if chunks}
    if not dropped:
        return None
    truths = {
        query.id: truth_of(_without(query, dropped[query.id]), scoreset, options)
        for query in scored.queries
        if query.id in dropped
    }
    own = tables[place]
    values = {table.run.name: rescored(table, scored, truths, measure) for table in tables}
    return LeftOut(
        run=own.run.name,
        measure=measure.name,
        labels=sum(map(len, dropped.values())),
        queries=len(dropped),
        lost=sum(not truth.shares for truth in truths.values()),
        judged=fsum(own.judged) / len(own.judged),
        deltas=tuple(_deltas(tables, values, measure, baseline)),
    )


def _alone(truth: Truth, tables: Sequence[RunTable], place: int, at: int) -> set[str]:
    """The relevant chunks of one query that one run alone has within its first k."""
    own = {chunk for chunk in _found(tables[place], at) if chunk in truth.members}
    return own.difference(*(_found(table, at) for other, table in enumerate(tables) if other != place)) if own else own


def _found(table: RunTable, at: int) -> set[str]:
    """What a pipeline has within its first k for one query, in any of its runs."""
    return set().union(*(part.top[at] for part in table.parts or (table,)))


def _without(query: ScoreQuery, chunks: set[str]) -> ScoreQuery:
    return replace(query, labels={chunk: label for chunk, label in query.labels.items() if chunk not in chunks})


def _deltas(
    tables: Sequence[RunTable], values: dict[str, list[float | None]], measure: Measure, baseline: str
) -> list[LeftOutDelta]:
    first = next(table for table in tables if table.run.name == baseline)
    return [
        LeftOutDelta(
            baseline=baseline,
            run=table.run.name,
            delta=_delta(first.values[measure.name], table.values[measure.name]),
            without=_delta(values[baseline], values[table.run.name]),
        )
        for table in tables
        if table is not first
    ]


def _delta(before: Sequence[float | None], after: Sequence[float | None]) -> float:
    """The mean difference over the queries that both have a value for; 0 where there is none."""
    pairs = [(old, new) for old, new in zip(before, after, strict=True) if old is not None and new is not None]
    return fsum(new - old for old, new in pairs) / len(pairs) if pairs else 0.0
