"""The one ranking that every measure sees."""

from __future__ import annotations

from math import isnan

from goldkit.errors import DataError, Problem
from goldkit.phrases import counted
from goldkit.records import Run
from goldkit.scoring.options import Ties


def by_score(run: Run, ties: Ties) -> bool:
    """Whether the order is made from the scores: where the run has no order of its own, or trec_eval's order is asked for."""
    return bool(run.scores) and (ties == "trec" or not run.ranked)


def rank(run: Run, query: str, ties: Ties) -> tuple[tuple[str, ...], tuple[float, ...]]:
    """A query's chunk ids, best first, and the scores beside them (empty where there are none).

    A run's own order stands. A run of scores alone, or any run with scores under `trec`, is sorted by score falling (float64),
    then by id falling as trec_eval does. Raises DataError for a NaN score or scores that do not pair with the ids.
    """
    chunks, scores = run.rankings.get(query, ()), run.scores.get(query, ())
    if not scores:
        return chunks, ()
    if len(scores) != len(chunks):
        problem = f"{counted(len(scores), 'score')} for {counted(len(chunks), 'chunk')} in query {query!r}"
        raise DataError([Problem(run.name, None, problem, "one score a chunk")])
    if any(isnan(score) for score in scores):
        raise DataError([Problem(run.name, None, f"a score that is not a number in query {query!r}", "numbers")])
    if not by_score(run, ties):
        return chunks, scores
    pairs = sorted(zip(scores, chunks, strict=True), reverse=True)
    return tuple(chunk for _, chunk in pairs), tuple(score for score, _ in pairs)


def is_tied(scores: tuple[float, ...], k: int) -> bool:
    """Whether two neighbours of equal score stand among the first k, or one within and one behind them."""
    return any(scores[place] == scores[place - 1] for place in range(1, min(k + 1, len(scores))))
