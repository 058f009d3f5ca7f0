"""What a scoring call shows of each run, for the ledger of a frozen set."""

from __future__ import annotations

from collections.abc import Sequence

from goldkit.measures.names import parse
from goldkit.records import Run
from goldkit.results.score import ScoreResult
from goldkit.scoring.options import Ties
from goldkit.scoring.order import rank
from goldkit.sets.looks import ShownRun, run_digest
from goldkit.sets.scoreset import ScoreSet


def shown_runs(scoreset: ScoreSet, runs: Sequence[Run], result: ScoreResult, ties: Ties) -> list[ShownRun]:
    """Each run's identity as it was scored: the ranking of every query of the set, to the deepest cut of the table.

    An uncut measure reads, and so shows, whole rankings.
    """
    cuts = [measure.k for measure in parse(result.measures, result.set.k)]
    whole = [cut for cut in cuts if cut is not None]
    depth = max([result.set.k, *whole]) if len(whole) == len(cuts) else None
    names = [query.id for query in scoreset.queries]
    return [_shown(run, names, depth, ties) for run in runs]


def _shown(run: Run, names: Sequence[str], depth: int | None, ties: Ties) -> ShownRun:
    rankings = {name: rank(run, name, ties)[0] for name in names if name in run.rankings}
    models = run.header.get("models", ())
    known = tuple(str(model) for model in models) if isinstance(models, list) else ()
    return ShownRun(name=run.name, digest=run_digest(rankings, names, depth), models=known)


def shown_queries(result: ScoreResult) -> set[str]:
    """The ids of all queries that a result's reports name one by one."""
    return set().union(*(moved.shown() for moved in result.per_query))
