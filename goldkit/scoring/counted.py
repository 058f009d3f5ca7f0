"""Scoring a frozen set: the look is in the ledger before any figure leaves, and a call that fails is no look."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from goldkit.errors import UsageError
from goldkit.results.ladder import Rung
from goldkit.results.score import ScoreResult
from goldkit.scoring.options import ScoreOptions
from goldkit.scoring.request import Request
from goldkit.scoring.shown import identities, shown_queries, shown_runs
from goldkit.sets.looks import Looks, ShownRun, record_look
from goldkit.sets.scoreset import ScoreSet
from goldkit.store.moments import time_of

GATE_ALONE = "a gate on a frozen set tells its verdict and figure only; ask for anything else without --gate"


@dataclass(frozen=True, slots=True)
class Counted:
    """A scoring call that may be shown. looks: None for a set that is free. burned: ids of queries burned by it, sorted."""

    result: ScoreResult
    looks: Looks | None = None
    burned: tuple[str, ...] = ()


def score_counted(request: Request, at: str | None, ledger: Path | None = None, whole: bool = False) -> Counted:
    """Score a request; of a frozen set the look, and the queries that are burned, are on disk before this returns.

    at: the time of the look, ISO 8601; None for a set that is free. ledger: as record_look takes it. whole: every query of the
    means is shown, not only those listed. Raises as score_request and record_look, and UsageError for a frozen set without a time.
    """
    score_request, scoreset = _scorer(request), request.scoreset
    check_ledger(scoreset, request.options, ledger)
    if not scoreset.frozen:
        return Counted(_with_judges(score_request(request, False), scoreset))
    time = checked_time(scoreset, at)
    result = score_request(request, False)
    names = [measure.name for measure in request.all_measures]
    looks = _record(request, shown_runs(request, result), names, time, ledger)
    new: list[str] = []
    if request.options.burn:
        from goldkit.sets.burning import record_burned

        shown = {query.id for query in result.queries} if whole else shown_queries(result)
        new = record_burned(scoreset, shown, time)
        request = replace(request, scoreset=replace(scoreset, burned=scoreset.burned | shown))
    if request.options.burn or looks.spent:
        result = score_request(request, looks.spent)
    return Counted(_with_looks(result, request.scoreset, looks), looks, tuple(new))


def climb_counted(request: Request, at: str | None, ledger: Path | None = None) -> tuple[tuple[Rung, ...], Looks]:
    """What the Ladder shows of each run, its look on disk; arguments as score_counted.

    Raises as scoring.ladder.climb and record_look, and UsageError where another run's figure was released last: a Ladder that
    begins below it would be a new one.
    """
    from goldkit.scoring.ladder import climb
    from goldkit.sets.ladder_ledger import top_of_ladder

    time = checked_time(request.scoreset, at)
    rungs, runs = climb(request), identities(request)
    top = top_of_ladder(request.scoreset, ledger)
    if top is not None and runs[0].digest != top[1]:
        raise UsageError(f"the Ladder of {request.scoreset.name} stands at {top[0]!r}: give that run first")
    by_name = {rung.run: rung for rung in rungs}
    shown = [_on_ladder(run, by_name[run.name]) for run in runs]
    return rungs, _record(request, shown, [rungs[0].measure], time, ledger)


def checked_time(scoreset: ScoreSet, at: str | None) -> str:
    """The time of a look. Raises UsageError where none is given, or what is given is none."""
    if at is None:
        raise UsageError(
            f"{scoreset.name} is frozen, so the ledger keeps when it was looked at: pass at='2026-12-01T10:00:00Z', "
            "the time now, or score dev, which is free"
        )
    if time_of(at) is None:
        raise UsageError(f"at={at!r} is no ISO 8601 time such as 2026-12-01T10:00:00Z")
    return at


def check_ledger(scoreset: ScoreSet, options: ScoreOptions, ledger: Path | None) -> None:
    """Raise UsageError for a gate on a frozen set whose look nobody would remember, or that would show single queries."""
    if not options.gates or not scoreset.frozen:
        return
    if ledger is None:
        raise UsageError(
            f"{scoreset.name} is frozen: a gate on it spends a look, and what CI checks out is thrown away with its ledger. "
            "Name a file that is kept (--ledger PATH, or ledger=PATH), or gate on dev, which is free"
        )
    if options.burn:
        raise UsageError(GATE_ALONE)


def _scorer(request: Request) -> Callable[[Request, bool], ScoreResult]:
    """What scores a request; means alone need no numpy."""
    if request.options.means_only:
        from goldkit.scoring.means import means

        return means
    from goldkit.scoring.score import score_request

    return score_request


def _record(request: Request, shown: Sequence[ShownRun], names: Sequence[str], at: str, ledger: Path | None) -> Looks:
    from goldkit.files.checkout import commit_of

    commit = commit_of(Path.cwd())
    return record_look(request.scoreset, shown, k=request.k, measures=names, at=at, commit=commit, ledger=ledger)


def _with_judges(result: ScoreResult, scoreset: ScoreSet) -> ScoreResult:
    """The result with what a reader has to know of labels that no person gave."""
    if not scoreset.llm_judges:
        return result
    from goldkit.sets.llm_gate import trust_note

    notes = (*result.notes, *map(trust_note, scoreset.llm_judges))
    return replace(result, notes=notes, llm_judges=tuple(scoreset.llm_judges))


def _with_looks(result: ScoreResult, scoreset: ScoreSet, looks: Looks) -> ScoreResult:
    """The result with what the ledger makes of it, and of its single queries only those that were burned."""
    from goldkit.scoring.optimism import optimism

    return replace(
        result,
        queries=tuple(query for query in result.queries if query.id in scoreset.burned),
        optimism=optimism(result, len(looks.runs)),
        look=looks.used,
        looks_elsewhere=looks.elsewhere,
    )


def _on_ladder(run: ShownRun, rung: Rung) -> ShownRun:
    if not rung.released:
        return replace(run, ladder="kept")
    return replace(run, ladder="released", figures={rung.measure: rung.figure})
