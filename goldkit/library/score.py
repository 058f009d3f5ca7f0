"""`goldkit.score`: what `goldkit score` does, for sets and runs that lie in files or that a program holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from goldkit.formats.run_source import RunSource
from goldkit.library.given import Place, Time, path_of, texts_of, time_text
from goldkit.results.score import ScoreResult
from goldkit.scoring.counted import check_ledger, checked_time, score_counted
from goldkit.scoring.gate_grammar import parse_gate
from goldkit.scoring.options import ScoreOptions
from goldkit.scoring.remember import remember
from goldkit.scoring.request import take
from goldkit.sets.golden import GoldenSet
from goldkit.sets.plain import PlainRun, PlainSet, as_set, run_of
from goldkit.sets.resolve import resolve_set
from goldkit.sets.runs import open_run, open_runs
from goldkit.sets.scoreset import ScoreSet

GivenSet = Place | ScoreSet | GoldenSet | PlainSet
GivenRuns = Place | Iterable[Place | RunSource] | Mapping[str, Place | PlainRun]


def score(
    scoreset: GivenSet,
    runs: GivenRuns,
    measures: str | Iterable[str] = (),
    k: int | None = None,
    baseline: str | None = None,
    options: ScoreOptions | None = None,
    *,
    gates: str | Iterable[str] = (),
    at: Time | None = None,
    ledger: Place | None = None,
    log: bool = True,
    golden: Place = "golden",
) -> ScoreResult:
    """Score runs against a set.

    scoreset: `dev`, a frozen name or a place, as on the command line, in the directory `golden`; a set that `resolve_set` read,
    a golden set (its `dev`), or plain query id → ids of the chunks that answer it. runs: files, as `path` or `name=path`, which
    are read as they are scored; runs in memory; or run name → a path, or query id → ids of chunks, best first, or → chunk id →
    score.

    measures: names in any known spelling; the set's primary measure, MRR and nDCG@k where none is given. The primary measure
    carries the verdict; of a set that declares none it is the first. k: the set's own, else 10. baseline: a run's name, the
    first where none is given. options: all other choices, such as how to count. gates: what must hold, as `score --gate` reads
    it; what they came to is in the result, and `assert_gates` raises.

    at: the time, such as datetime.now(UTC). A frozen set needs it: it shows a new run for a look, which is in its ledger before
    this returns. Once the looks are spent, nothing more can be told from noise. ledger: a file that outlives the checkout, in
    place of the set's own; a gate on a frozen set needs one. `dev` of a golden directory remembers in its dev log what was
    scored, where the time is given and log is not False.

    Raises UsageError for a request that does not fit, and DataError for runs that do not fit the set.
    """
    chosen = options or ScoreOptions()
    chosen = replace(chosen, gates=(*chosen.gates, *map(parse_gate, texts_of(gates))))
    given = _set(scoreset, Path(golden), chosen)
    time, kept = None if at is None else time_text(at), path_of(ledger)
    if given.frozen:
        checked_time(given, time)  # before the runs are read
    check_ledger(given, chosen, kept)
    request = take(given, _runs(runs), texts_of(measures), k, baseline, chosen)
    done = score_counted(request, time, kept, whole=chosen.per_query)
    told = given.notices if done.looks is None else (*given.notices, *done.looks.notices)
    if log and time is not None:
        told = (*told, *remember(request, done.result, time))
    return replace(done.result, notes=(*done.result.notes, *told)) if told else done.result


def _set(given: GivenSet, golden: Path, options: ScoreOptions) -> ScoreSet:
    return resolve_set(str(given), golden, options.labels) if isinstance(given, str | Path) else as_set(given)


def _runs(given: GivenRuns) -> list[RunSource]:
    """The runs that are meant, files to be read as they are gone through."""
    if isinstance(given, Mapping):
        return [_named(name, run) for name, run in given.items()]
    several: list[Place | RunSource] = [given] if isinstance(given, str | Path) else list(given)
    files = iter(open_runs(run for run in several if isinstance(run, str | Path)))
    return [next(files) if isinstance(run, str | Path) else run for run in several]


def _named(name: str, run: Place | PlainRun) -> RunSource:
    return replace(open_run(Path(run)), name=name) if isinstance(run, str | Path) else run_of(name, run)
