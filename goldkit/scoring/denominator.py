"""Which queries the means are over: one list for every run and measure of a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from goldkit.errors import DataError, Problem, bad
from goldkit.measures.truth import Truth, truth
from goldkit.phrases import counted, some
from goldkit.results.score import NoRelevant
from goldkit.scoring.answers import Answers
from goldkit.scoring.options import ScoreOptions
from goldkit.sets.scoreset import ScoreQuery, ScoreSet, facts_of_labels


@dataclass(frozen=True, slots=True)
class Denominator:
    """queries: in the means, in the set's order. truths: query id → its labels and facts, of the whole set.

    lacks: query id → why it has no relevant label: `unanswerable`, `unjudged` or `irrelevant`.
    """

    queries: tuple[ScoreQuery, ...]
    truths: Mapping[str, Truth]
    lacks: Mapping[str, str]


def denominator(scoreset: ScoreSet, options: ScoreOptions) -> Denominator:
    """The queries of a set that can be scored, whatever the runs. Raises DataError where there is none."""
    truths = {query.id: truth_of(query, scoreset, options) for query in scoreset.queries}
    lacks = {query.id: why for query in scoreset.queries if (why := _lack(query, truths[query.id]))}
    scored = tuple(query for query in scoreset.queries if options.no_relevant == "zero" or query.id not in lacks)
    if not scored:
        expected = "at least one query with a relevant label"
        cure = "Review some proposals, or let more labels count (--labels)." if scoreset.queries else ""
        raise bad(
            scoreset.name,
            None,
            f"{counted(len(scoreset.queries), 'query')}, none of which can be scored",
            expected,
            cure,
        )
    return Denominator(scored, truths, lacks)


def restrict(scored: Denominator, runs: Sequence[Answers], options: ScoreOptions, named: bool) -> Denominator:
    """Without the queries that leave the table because some run lacks them.

    named: whether query ids may be named. Raises DataError where a run may not lack any, or no query is left.
    """
    gone = _unscorable(scored.queries, runs, options, named)
    kept = tuple(query for query in scored.queries if query.id not in gone)
    if not kept:
        names = ", ".join(run.name for run in runs)
        raise bad(names, None, "no query that every run answered", "at least one", "Score fewer runs together.")
    return replace(scored, queries=kept)


def count_lacks(queries: Iterable[ScoreQuery], lacks: Mapping[str, str]) -> NoRelevant:
    """How many of these queries have no relevant label, by reason."""
    found = Counter(lacks[query.id] for query in queries if query.id in lacks)
    return NoRelevant(**{why: found[why] for why in ("unanswerable", "unjudged", "irrelevant")})


def truth_of(query: ScoreQuery, scoreset: ScoreSet, options: ScoreOptions) -> Truth:
    """One query's labels and facts as measures see them."""
    facts = query.facts if options.count == "facts" else ()
    return truth(facts or facts_of_labels(query.labels, scoreset.scale), query.labels, scoreset.scale)


def _lack(query: ScoreQuery, found: Truth) -> str | None:
    if query.unanswerable:
        return "unanswerable"
    if not found.judged:
        return "unjudged"
    return None if found.shares else "irrelevant"


def _unscorable(scored: Sequence[ScoreQuery], runs: Sequence[Answers], options: ScoreOptions, named: bool) -> set[str]:
    """The queries that leave the table because some run lacks them; raises where a run may not lack any."""
    gone: set[str] = set()
    problems: list[Problem] = []
    for run in runs:
        failed = {query.id for query in scored if query.id in run.failed}
        missing = {query.id for query in scored if run.is_missing(query.id)}
        if failed and options.failed == "error":
            # Why one failed may quote the query.
            why = f" ({some(sorted({run.failed[query] for query in failed}))})" if named else ""
            cure = "Retrieve them again, or say what they count for (--failed skip|zero)."
            found = f"{len(failed)} of {counted(len(scored), 'retrieval')} failed{why}{some_ids(failed, named)}"
            problems.append(Problem(run.name, None, found, "a ranking for every query", cure))
        if missing and options.missing == "error":
            found = f"{len(missing)} of {counted(len(scored), 'query')} missing{some_ids(missing, named)}"
            problems.append(Problem(run.name, None, found, "a ranking for every query"))
        gone |= failed if options.failed == "skip" else set()
        gone |= missing if options.missing == "skip" else set()
    if problems:
        raise DataError(problems)
    return gone


def some_ids(ids: Iterable[str], named: bool) -> str:
    """ ": a, b, c" with the first few ids, or nothing where they may not be named (a frozen set shows aggregates only)."""
    listed = sorted(ids)
    return f": {some(listed)}" if named and listed else ""
