"""The one ranking that every measure sees."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from operator import eq

from goldkit.errors import DataError, Problem
from goldkit.phrases import counted
from goldkit.records import Results


def rank(run: str, results: Results, by_score: bool) -> tuple[Sequence[str], Sequence[float]]:
    """A query's chunk ids, best first, and the scores beside them (empty where there are none).

    The order of the results stands unless it is to be made from the scores: falling (float64), then by id falling as trec_eval
    does. run: its name. Raises DataError for a NaN score or scores that do not pair with the ids.
    """
    chunks, scores = results.chunks, results.scores
    if not scores:
        return chunks, ()
    if len(scores) != len(chunks):
        problem = f"{counted(len(scores), 'score')} for {counted(len(chunks), 'chunk')} in query {results.query!r}"
        raise DataError([Problem(run, None, problem, "one score a chunk")])
    if isnan(sum(scores)) and any(map(isnan, scores)):  # the sum is quick, and NaN for +∞ beside −∞ too
        raise DataError([Problem(run, None, f"a score that is not a number in query {results.query!r}", "numbers")])
    if not by_score:
        return chunks, scores
    pairs = sorted(zip(scores, chunks, strict=True), reverse=True)
    return [chunk for _, chunk in pairs], [score for score, _ in pairs]


def is_tied(scores: Sequence[float], k: int) -> bool:
    """Whether two neighbours of equal score stand among the first k, or one within and one behind them."""
    seen = scores[: k + 1]
    return any(map(eq, seen, seen[1:]))
