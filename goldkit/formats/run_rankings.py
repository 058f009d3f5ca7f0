"""A run on its way to a form that ranks by score: every result with one, and what the other tool will rank otherwise."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from goldkit.errors import bad
from goldkit.formats.options import WriteOptions
from goldkit.formats.run_source import RunSource, gather
from goldkit.phrases import counted
from goldkit.results.losses import Losses


class Ranking(NamedTuple):
    """One query's results, best first, each id once, with falling scores."""

    query: str
    chunks: Sequence[str]
    scores: Sequence[float]


class Rankings(NamedTuple):
    """The rankings of a run in its own order, what of it is not among them, and what a reader should know."""

    rankings: list[Ranking]
    losses: Losses
    notes: tuple[str, ...]


def rankings_of(run: RunSource, options: WriteOptions) -> Rankings:
    """Every query's ranking with scores: its own, or the number of results from there to the end where it has none.

    Results without an order of their own are ranked by their scores, then by id falling, as trec_eval does. Raises DataError for a
    run without results, and with NaN or infinite scores, which not every tool reads.
    """
    whole = gather(run.name, run.results(), {})
    found: list[Ranking] = []
    made = tied = empty = again = 0
    for query, chunks in whole.rankings.items():
        if not chunks:
            empty += 1
            continue
        scores = whole.scores.get(query)
        if scores and not options.rank_scores and not all(map(math.isfinite, scores)):
            raise bad(
                run.name, None, f"a score that is infinite or NaN in query {query!r}", "numbers", "Try --rank-scores."
            )
        pairs = list(zip(chunks, scores or [0.0] * len(chunks), strict=True))
        if scores and not whole.ranked:
            pairs.sort(key=lambda pair: (pair[1], pair[0]), reverse=True)
        once = dict(reversed(pairs))
        again += len(pairs) - len(once)
        pairs = [(chunk, once[chunk]) for chunk in dict.fromkeys(chunk for chunk, _ in pairs)]
        if scores is None or options.rank_scores:
            made += scores is None
            pairs = [(chunk, float(len(pairs) - at)) for at, (chunk, _) in enumerate(pairs)]
        tied += any(before <= after for (_, before), (_, after) in pairwise(pairs))
        found.append(Ranking(query, *zip(*pairs, strict=True)))
    if not found:
        raise bad(run.name, None, "no results", "at least one query with results")
    left = {"failed queries": len(whole.failed), "queries without results": empty, "results shown again": again}
    return Rankings(found, Losses(left_out={what: count for what, count in left.items() if count}), _notes(made, tied))


def _notes(made: int, tied: int) -> tuple[str, ...]:
    notes = []
    if made:
        notes.append(f"scores made from the ranks in {counted(made, 'query')} that had none")
    if tied:
        notes.append(
            f"scores that tie or rise along the ranking in {counted(tied, 'query')}: other tools rank by score and break ties "
            "their own way; --rank-scores writes scores that fall with the rank"
        )
    return tuple(notes)


def ids_in(rankings: Sequence[Ranking]) -> list[str]:
    """The ids of all queries and their results."""
    return [name for one in rankings for name in (one.query, *one.chunks)]
