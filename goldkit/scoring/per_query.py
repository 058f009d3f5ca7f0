"""The table query by query, from what the tables of all runs hold anyway."""

from __future__ import annotations

from collections.abc import Sequence

from goldkit.measures.reached import reached
from goldkit.measures.truth import Truth
from goldkit.measures.view import View
from goldkit.results.per_query import QueryRun, QueryScore
from goldkit.scoring.denominator import Denominator
from goldkit.scoring.table import RunTable


def per_query(scored: Denominator, tables: Sequence[RunTable]) -> tuple[QueryScore, ...]:
    """Every query of the means, in the set's order, with what each run did with it.

    Whoever shows any of it of a frozen set must have burned those queries before.
    """
    return tuple(
        QueryScore(
            id=query.id,
            text=query.text,
            origin=query.origin,
            tags=query.tags,
            block=query.block,
            facts=fact_members(scored.truths[query.id]),
            runs={table.run.name: _answer(table, place, query.id, scored.truths[query.id]) for table in tables},
        )
        for place, query in enumerate(scored.queries)
    )


def fact_members(truth: Truth) -> tuple[tuple[str, ...], ...]:
    """The relevant chunks of each fact, sorted, in the order of the truth's facts."""
    return tuple(fact.chunks for fact in reached(truth, ()))


def fact_ranks(view: View) -> tuple[int | None, ...]:
    """For each fact the rank that reaches it first, None where the ranking does not."""
    reached = {place: reach.rank for reach in view.reaches for place in reach.places}
    return tuple(reached.get(place) for place in range(view.facts))


def _answer(table: RunTable, place: int, query: str, truth: Truth) -> QueryRun:
    view, top = table.views[place], table.top[place]
    failed = query in table.run.failed
    return QueryRun(
        values={name: values[place] for name, values in table.values.items()},
        ranks=fact_ranks(view),
        top=top,
        holes=tuple(rank for rank, chunk in enumerate(top, 1) if chunk not in truth.judged),
        depth=view.depth,
        missing=not failed and not view.depth,
        failed=failed,
        again=tuple(fact_ranks(part.views[place]) for part in table.parts[1:]),
    )
