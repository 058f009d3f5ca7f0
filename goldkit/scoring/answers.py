"""One pass over a run: of each query of the set what any table needs is kept, of any other its id."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

from goldkit.formats.run_source import RunSource
from goldkit.measures.budget import see_costs
from goldkit.measures.names import Measure
from goldkit.measures.tie_orders import tie_orders
from goldkit.measures.truth import Truth
from goldkit.measures.view import View
from goldkit.records import JSON, Results
from goldkit.scoring.hole_depth import hole_depth
from goldkit.scoring.options import Ties
from goldkit.scoring.order import is_tied, rank
from goldkit.sets.runs import RunFile


class Answer(NamedTuple):
    """What is kept of a run's results for one query, in the order in which they are scored.

    view: the whole ranking seen through the query's facts. top: its first k chunk ids. shown: as many as the table can see,
    kept of a frozen set only. repeats: ids repeated within it. tied: whether its order within the first k hangs on a tie.
    again: the first repeated id with the line of each, where the run's file has lines. judged: the ids at the view's judged ranks.
    ids: the first chunk ids, as many as the bounds of the table's measures need.
    orders: see measures.tie_orders.
    """

    view: View
    top: tuple[str, ...]
    shown: tuple[str, ...]
    repeats: int
    tied: bool
    again: tuple[str, int | None, int | None] | None
    judged: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    orders: tuple[View, View] | None = None


@dataclass(slots=True)
class Answers:
    """What one run has for a set. file: its path, or its name where it is in memory.

    by_score: the order is made from the scores: the run has no order of its own, or trec_eval's is asked for.
    found: query id of the set → its results. failed: query id, of the set or not → why. strangers: other ids with results.
    lengths: of chunks in tokens, where they are needed. mixed: a list holds ids that were numbers and others that were strings.
    """

    name: str
    file: str
    header: JSON
    by_score: bool = False
    found: dict[str, Answer] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)
    strangers: set[str] = field(default_factory=set)
    lengths: Mapping[str, int] | None = None
    mixed: bool = False

    @property
    def empty(self) -> bool:
        """Whether the run has no query at all."""
        return not (self.found or self.failed or self.strangers)

    def is_missing(self, query: str) -> bool:
        """Whether the run has no result for a query, and did not say that its retrieval failed."""
        answer = self.found.get(query)
        return query not in self.failed and not (answer and answer.view.depth)


@dataclass(frozen=True, slots=True)
class Keep:
    """What to keep of each ranking. k: the ids of so many first results. shown: how deep it is kept whole, None for all of it.

    lengths: of chunks in tokens, where what a ranking costs to read is asked for. bounded: the measures whose bounds are wanted,
    which must know where a run has what another one found. light: keep ids of the first SAMPLE queries only, enough to see
    whether they are written alike.
    """

    k: int
    shown: int | None = 0
    lengths: Mapping[str, int] | None = None
    bounded: tuple[Measure, ...] = ()
    light: bool = False


SAMPLE = 1_000


def answers(run: RunSource, truths: Mapping[str, Truth], keep: Keep, ties: Ties) -> Answers:
    """What a run has for the queries of a set.

    The order that a run gives itself stands for all of it or not at all: where one query has none (scores alone, or ranks along
    which scores rise), the run is gone through a second time, by score. Raises DataError with all that is wrong with the run.
    """
    if ties != "trec":
        with suppress(_NoOrder):
            return _gone_through(run, truths, keep, by_score=False)
    return _gone_through(run, truths, keep, by_score=True)


class _NoOrder(Exception):
    """The run turns out to have no order of its own."""


def _gone_through(run: RunSource, truths: Mapping[str, Truth], keep: Keep, by_score: bool) -> Answers:
    file = str(run.path) if isinstance(run, RunFile) else run.name
    kept = Answers(run.name, file, run.header, lengths=keep.lengths)
    for results in run.results():
        if results.failed is not None:
            kept.failed[results.query] = results.failed
            continue
        kept.mixed = kept.mixed or results.mixed
        if results.scores is not None:
            if not by_score and not results.ordered:
                raise _NoOrder
            kept.by_score = by_score
        truth = truths.get(results.query)
        if truth is None:
            kept.strangers.add(results.query)
        else:
            top = 0 if keep.light and len(kept.found) >= SAMPLE else keep.k
            kept.found[results.query] = _answer(run.name, results, truth, keep, top, by_score)
    return kept


def _answer(run: str, results: Results, truth: Truth, keep: Keep, top: int, by_score: bool) -> Answer:
    chunks, scores = rank(run, results, by_score)
    distinct = set(chunks)
    repeats = len(chunks) - len(distinct)
    view = see_costs(truth, chunks, keep.lengths, distinct)
    return Answer(
        view=view,
        top=tuple(chunks[:top]),
        shown=tuple(chunks[: keep.shown]),
        repeats=repeats,
        tied=is_tied(scores, keep.k),
        again=_again(results) if repeats else None,
        judged=tuple(chunks[rank - 1] for rank in view.judged),
        ids=tuple(chunks[: hole_depth(keep.bounded, view, keep.k)]) if keep.bounded else (),
        orders=tie_orders(truth, view, chunks, scores) if scores and not keep.light else None,
    )


def _again(results: Results) -> tuple[str, int | None, int | None]:
    """The first repeated id of a list, with the lines where it stands first and again."""
    places: dict[str, int] = {}
    for place, chunk in enumerate(results.chunks):
        if chunk in places:
            break
        places[chunk] = place
    lines = results.lines if len(results.lines) != 1 else [*results.lines] * len(results.chunks)
    return (chunk, lines[places[chunk]], lines[place]) if lines else (chunk, None, None)
