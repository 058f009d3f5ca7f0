"""`goldkit.score`: what `goldkit score` does, for sets and runs that a program holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from goldkit.formats.run_source import RunSource
from goldkit.results.score import ScoreResult
from goldkit.scoring.counted import checked_time, score_counted
from goldkit.scoring.options import ScoreOptions
from goldkit.scoring.request import take
from goldkit.sets.golden import GoldenSet
from goldkit.sets.plain import PlainRun, PlainSet, as_runs, as_set
from goldkit.sets.scoreset import ScoreSet


def score(
    scoreset: ScoreSet | GoldenSet | PlainSet,
    runs: Sequence[RunSource] | Mapping[str, PlainRun],
    measures: Sequence[str] = (),
    k: int | None = None,
    baseline: str | None = None,
    options: ScoreOptions | None = None,
    *,
    at: str | None = None,
    ledger: str | Path | None = None,
) -> ScoreResult:
    """Score runs against a set. Runs are in memory, or files that are read as they are scored (`open_run`).

    scoreset: a set as `resolve_set` reads it, a golden set (its `dev`), or plain query id → ids of the chunks that answer it. runs:
    also plain, run name → query id → ids of chunks, best first, or → chunk id → score.

    measures: names in any known spelling; the set's primary measure, MRR and nDCG@k where none is given. The primary measure
    carries the verdict; of a set that declares none it is the first. k: the set's own, else 10. baseline: a run's name, the first
    where none is given.

    A frozen set shows a new run for a look, which is in its ledger before this returns. at: the time of the look, such as
    "2026-12-01T10:00:00Z". ledger: a file that outlives the checkout, in place of the set's own. Once the looks are spent,
    nothing more can be told from noise. Other sets need neither.

    Raises UsageError for a request that does not fit, a frozen set without a time among them, and DataError for runs that do not
    fit the set.
    """
    chosen, given = options or ScoreOptions(), as_set(scoreset)
    if given.frozen:
        checked_time(given, at)  # before the runs are read
    request = take(given, as_runs(runs), measures, k, baseline, chosen)
    done = score_counted(request, at, None if ledger is None else Path(ledger), whole=chosen.per_query)
    if done.looks is None:
        return done.result
    return replace(done.result, notes=(*done.result.notes, *done.looks.notices))
