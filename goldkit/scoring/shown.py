"""What a scoring call shows of each run, for the ledger of a frozen set."""

from __future__ import annotations

from goldkit.results.score import ScoreResult
from goldkit.scoring.answers import Answers
from goldkit.scoring.request import Request
from goldkit.sets.looks import ShownRun, run_digest


def shown_runs(request: Request) -> list[ShownRun]:
    """Each run's identity as it was scored: the ranking of every query of the frozen set, to the deepest cut of the table.

    An uncut measure reads, and so shows, whole rankings.
    """
    return [_shown(run) for run in request.runs]


def _shown(run: Answers) -> ShownRun:
    rankings = {query: answer.shown for query, answer in run.found.items()}
    models = run.header.get("models", ())
    known = tuple(str(model) for model in models) if isinstance(models, list) else ()
    return ShownRun(name=run.name, digest=run_digest(rankings, rankings), models=known)


def shown_queries(result: ScoreResult) -> set[str]:
    """The ids of all queries that a result's reports name one by one."""
    explained = {one.query.id for one in result.explain}
    return explained.union(*(moved.shown() for moved in result.per_query))
