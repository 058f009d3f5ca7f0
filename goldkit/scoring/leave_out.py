"""Presentation bias: what only one run found, left out run by run (Zobel, SIGIR 1998).

Labels that were mined from what one retriever showed hold what it finds and lack what others find. Leaving out the labels that
one run alone has within its first k shows by how much each comparison rests on them, be it with the baseline or of two candidates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import fsum

from goldkit.measures.names import Measure
from goldkit.measures.truth import Truth
from goldkit.results.leave_out import LeftOut, LeftOutDelta, Told
from goldkit.results.score import Delta
from goldkit.scoring.denominator import truth_of
from goldkit.scoring.gates import Scored
from goldkit.scoring.lean import with_worst
from goldkit.scoring.rescore import can_rescore, rescored
from goldkit.scoring.table import RunTable
from goldkit.scoring.terms import Terms
from goldkit.sets.scoreset import ScoreQuery

Values = Mapping[str, Sequence[float | None]]
"""Run → the primary measure of each query, in the order of the denominator."""


def leave_out(of: Scored, measure: Measure, deltas: Sequence[Delta], terms: Terms) -> tuple[LeftOut, ...]:
    """One a run that alone found any relevant chunk; none for a single run, or where the measure is not in the table.

    measure: the primary one. deltas: against the baseline, with their verdicts.
    """
    if len(of.tables) < 2 or measure.name not in of.tables[0].values or not can_rescore(measure):
        return ()
    told = {delta.run: _told(delta) for delta in deltas if delta.measure == measure.name}
    found = [_one(of, place, measure, told, terms) for place in range(len(of.tables))]
    return tuple(one for one in found if one is not None)


def _told(delta: Delta) -> Told:
    return delta.verdict if delta.verdict == "better" or delta.verdict == "worse" else ""


def _one(of: Scored, place: int, measure: Measure, told: Mapping[str, Told], terms: Terms) -> LeftOut | None:
    tables, queries = of.tables, of.queries.queries
    alone = [_alone(of.queries.truths[query.id], tables, place, at) for at, query in enumerate(queries)]
    dropped = {query.id: chunks for query, chunks in zip(queries, alone, strict=True) if chunks}
    if not dropped:
        return None
    truths = {
        query.id: truth_of(_without(query, dropped[query.id]), of.scoreset, terms.options)
        for query in queries
        if query.id in dropped
    }
    own = tables[place]
    before = {table.run.name: table.values[measure.name] for table in tables}
    after = {table.run.name: rescored(table, of.queries, truths, measure) for table in tables}
    left = LeftOut(
        run=own.run.name,
        measure=measure.name,
        labels=sum(map(len, dropped.values())),
        queries=len(dropped),
        lost=sum(not truth.shares for truth in truths.values()),
        judged=_mean(own.judged),
        deltas=tuple(_deltas(own.run.name, of.baseline, before, after, told)),
    )
    return with_worst(left, {table.run.name: _mean(table.judged) for table in tables}, of, after, terms)


def _mean(values: Sequence[float]) -> float:
    return fsum(values) / len(values)


def _alone(truth: Truth, tables: Sequence[RunTable], place: int, at: int) -> set[str]:
    """The relevant chunks of one query that one run alone has within its first k."""
    own = {chunk for chunk in _found(tables[place], at) if chunk in truth.members}
    return own.difference(*(_found(table, at) for other, table in enumerate(tables) if other != place)) if own else own


def _found(table: RunTable, at: int) -> set[str]:
    """What a pipeline has within its first k for one query, in any of its runs."""
    return set().union(*(part.top[at] for part in table.parts or (table,)))


def _without(query: ScoreQuery, chunks: set[str]) -> ScoreQuery:
    return replace(query, labels={chunk: label for chunk, label in query.labels.items() if chunk not in chunks})


def _deltas(own: str, baseline: str, before: Values, after: Values, told: Mapping[str, Told]) -> list[LeftOutDelta]:
    """All runs against the baseline, then `own`, where it is none, against each other one."""
    others = [run for run in before if run != baseline]
    pairs = [*((baseline, run) for run in others), *((run, own) for run in others if own not in (baseline, run))]
    return [
        LeftOutDelta(
            baseline=one,
            run=run,
            delta=_delta(before[one], before[run]),
            without=_delta(after[one], after[run]),
            told=told[run] if one == baseline else "",
            told_without=told[run] if one == baseline else "",
        )
        for one, run in pairs
    ]


def _delta(before: Sequence[float | None], after: Sequence[float | None]) -> float:
    """The mean difference over the queries that both have a value for; 0 where there is none."""
    pairs = [(old, new) for old, new in zip(before, after, strict=True) if old is not None and new is not None]
    return fsum(new - old for old, new in pairs) / len(pairs) if pairs else 0.0
