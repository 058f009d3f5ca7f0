"""Every measure of every query of one run, from one ranking each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import fsum

from goldkit.measures.budget import see_costs
from goldkit.measures.judged import judged
from goldkit.measures.names import Measure
from goldkit.measures.view import View
from goldkit.scoring.answers import Answers
from goldkit.scoring.denominator import Denominator


@dataclass(slots=True)
class RunTable:
    """One run's values and what was met on the way.

    values: measure name → one value a query, in the order of the denominator. views, top: likewise one a query: the whole
    ranking seen through its facts, and its first k chunk ids. missing: without a result, of which empty are empty lists.
    repeats: ids repeated within a list. tied: queries whose order within the first k hangs on a tie.
    judged: judged@k, one value a query. slots, judged_slots: results within the first k, and those with a label that counts.
    holes: the (query, chunk) pairs without, unjudged: how many. found: every chunk id within the first k.
    ids: one a query, its chunk ids as deep as bounds need them (see hole_depth). orders: likewise, see measures.tie_orders.
    parts: the single tables where several runs of one name were averaged; views and top are then the first one's.
    light: holes are only counted, and repeated ones each time; found are those of some queries.
    """

    run: Answers
    values: dict[str, list[float]]
    views: list[View] = field(default_factory=list)
    top: list[tuple[str, ...]] = field(default_factory=list)
    missing: int = 0
    empty: int = 0
    failed: int = 0
    repeats: int = 0
    tied: int = 0
    judged: list[float] = field(default_factory=list)
    slots: int = 0
    judged_slots: int = 0
    holes: set[tuple[str, str]] = field(default_factory=set)
    found: set[str] = field(default_factory=set)
    ids: list[tuple[str, ...]] = field(default_factory=list)
    orders: list[tuple[View, View] | None] = field(default_factory=list)
    parts: tuple[RunTable, ...] = ()
    unjudged: int = 0
    light: bool = False

    def column(self, measure: Measure) -> list[float]:
        """One value a query of any measure, in the table or not."""
        known = self.values.get(measure.name)
        if known is not None:
            return known
        if self.parts:
            return average_rows([part.column(measure) for part in self.parts])
        return measure.values(self.views)


def average_rows(rows: Sequence[Sequence[float]]) -> list[float]:
    """The mean of several runs' values, query by query."""
    return [fsum(values) / len(values) for values in zip(*rows, strict=True)]


def table(run: Answers, scored: Denominator, measures: Sequence[Measure], k: int, light: bool = False) -> RunTable:
    """Score one run. A query that it lacks, or whose retrieval failed, is an empty ranking here (see denominator.restrict).

    light: the holes are only counted, for means alone.
    """
    result = RunTable(run, {}, light=light)
    for query in scored.queries:
        failed = query.id in run.failed
        answer = None if failed else run.found.get(query.id)
        view = answer.view if answer else see_costs(scored.truths[query.id], (), run.lengths)
        top = answer.top if answer else ()
        result.views.append(view)
        result.top.append(top)
        result.ids.append(answer.ids if answer else ())
        result.orders.append(answer.orders if answer else None)
        result.judged.append(judged(view, k))
        result.failed += failed
        result.missing += run.is_missing(query.id)
        if answer:
            result.empty += not view.depth
            result.tied += answer.tied
            result.repeats += answer.repeats
        _note_holes(result, query.id, view, top, scored, k)
    result.values = {measure.name: measure.values(result.views) for measure in measures}
    return result


def _note_holes(result: RunTable, query: str, view: View, top: Sequence[str], scored: Denominator, k: int) -> None:
    slots = min(k, view.depth)
    filled = sum(rank <= slots for rank in view.judged)
    result.slots += slots
    result.judged_slots += filled
    result.found.update(top)
    if result.light:
        result.unjudged += slots - filled
        return
    judged = scored.truths[query].judged
    holes = {(query, chunk) for chunk in top if chunk not in judged}
    result.unjudged += len(holes)
    result.holes.update(holes)
