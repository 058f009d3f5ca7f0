"""Strict against widened: the primary measure with the decided labels alone, beside the one with their copies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import fsum

from goldkit.measures.names import Measure
from goldkit.results.widening import RunWidening, Widening
from goldkit.scoring.compare import UNCHANGED
from goldkit.scoring.denominator import Denominator, truth_of
from goldkit.scoring.options import ScoreOptions
from goldkit.scoring.rescore import can_rescore, rescored
from goldkit.scoring.table import RunTable
from goldkit.sets.scoreset import ScoreSet


def widening(
    scoreset: ScoreSet, scored: Denominator, tables: Sequence[RunTable], measure: Measure, options: ScoreOptions
) -> Widening | None:
    """What derived labels change; None where there are none, where every chunk counts, or the measure is not in the table."""
    derived = {
        query.id: [chunk for chunk, label in query.labels.items() if label.status == "derived"]
        for query in scored.queries
    }
    count = sum(map(len, derived.values()))
    if not count or options.count != "facts" or measure.name not in tables[0].values or not can_rescore(measure):
        return None
    truths = {
        query.id: truth_of(
            replace(query, labels={c: label for c, label in query.labels.items() if c not in derived[query.id]}),
            scoreset,
            options,
        )
        for query in scored.queries
        if derived[query.id]
    }
    runs = [_run(table, rescored(table, scored, truths, measure), measure) for table in tables]
    return Widening(measure=measure.name, derived=count, runs=tuple(runs))


def _run(table: RunTable, strict: Sequence[float | None], measure: Measure) -> RunWidening:
    """A query whose relevant labels are all derived has no strict value: 0 here, since nothing decided can be found."""
    widened = table.values[measure.name]
    pairs = [(0.0 if before is None else before, after) for before, after in zip(strict, widened, strict=True)]
    return RunWidening(
        run=table.run.name,
        strict=fsum(before for before, _ in pairs) / len(pairs),
        widened=fsum(widened) / len(widened),
        punished=sum(after - before > UNCHANGED for before, after in pairs),
    )
