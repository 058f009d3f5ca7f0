"""What a scoring call shows of each run, for the ledger of a frozen set."""

from __future__ import annotations

from dataclasses import replace

from goldkit.results.gates import overall
from goldkit.results.score import ScoreResult
from goldkit.scoring.answers import Answers
from goldkit.scoring.request import Request
from goldkit.sets.looks import ShownRun, run_digest


def shown_runs(request: Request, result: ScoreResult) -> list[ShownRun]:
    """Each run's identity as it was scored: the ranking of every query of the set, to the deepest cut of the table; and what the
    result tells of it, which for a gate on a frozen set is the gate alone.

    An uncut measure reads, and so shows, whole rankings.
    """
    gated = request.scoreset.frozen and bool(request.options.gates)
    figures = {} if gated else {run.name: run.means for run in result.runs}
    verdicts: dict[str, str] = {}
    for delta in result.deltas if not gated else ():
        if delta.measure == result.method.primary:
            verdicts[delta.run] = delta.verdict
    for name in {gate.run for gate in result.gates}:
        gates = f"gate {overall([gate for gate in result.gates if gate.run == name])}"
        verdicts[name] = f"{verdicts[name]}, {gates}" if name in verdicts else gates
    return [
        replace(_shown(run), figures=figures.get(run.name, {}), verdict=verdicts.get(run.name, ""))
        for run in request.runs
    ]


def identities(request: Request) -> list[ShownRun]:
    """The same, of what the result tells nothing."""
    return [_shown(run) for run in request.runs]


def _shown(run: Answers) -> ShownRun:
    rankings = {query: answer.shown for query, answer in run.found.items()}
    models = run.header.get("models", ())
    known = tuple(str(model) for model in models) if isinstance(models, list) else ()
    commit = run.header.get("commit")
    return ShownRun(
        name=run.name,
        digest=run_digest(rankings, rankings),
        models=known,
        commit=commit if isinstance(commit, str) else None,
    )


def shown_queries(result: ScoreResult) -> set[str]:
    """The ids of all queries that a result's reports name one by one."""
    explained = {one.query.id for one in result.explain}
    return explained.union(*(moved.shown() for moved in result.per_query))
