"""Runs on the Ladder: one after another, a figure only where it beats the best one by more than its noise."""

from __future__ import annotations

from goldkit.results.ladder import Rung
from goldkit.scoring.average import average
from goldkit.scoring.denominator import restrict
from goldkit.scoring.figures import check_chunks
from goldkit.scoring.request import Request
from goldkit.scoring.table import table
from goldkit.statistics.ladder import improves, rounded


def climb(request: Request) -> tuple[Rung, ...]:
    """What is shown of each run. The first one is where the Ladder stands, and is released. Errors as `score`."""
    scored = restrict(request.scored, request.runs, request.options, named=not request.scoreset.frozen)
    tables = [table(run, scored, (request.primary,), request.k) for run in request.runs]
    check_chunks(request.scoreset, scored, tables, request.options.level)
    name, blocks = request.primary.name, [query.block for query in scored.queries]
    best, rungs = None, []
    for one in average(tables):
        values = one.values[name]
        up = best is None or improves(best, values, blocks)
        best = values if best is None or up else best
        rungs.append(Rung(run=one.run.name, measure=name, figure=rounded(best), released=up))
    return tuple(rungs)
