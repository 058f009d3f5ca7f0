"""`goldkit.diff`: how far a pipeline's results moved, told without a label, or what sets two frozen sets apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import overload

from goldkit.errors import UsageError
from goldkit.formats.corpus import read_corpus
from goldkit.formats.run_source import RunSource
from goldkit.library.given import Golden, Place, Time, at_least
from goldkit.library.versions import versions
from goldkit.results.drift import Drift
from goldkit.results.versions import Versions
from goldkit.scoring.drift import drift
from goldkit.sets.matched_run import MatchedRun, text_corpus
from goldkit.sets.plain import PlainRun, run_of
from goldkit.sets.resolve import DEV
from goldkit.sets.runs import open_run
from goldkit.store.presence import frozen_names

DEFAULT_K = 10
HERE = Path("golden")
"""Where a golden directory is by default."""

GivenRun = Place | RunSource | PlainRun
"""A run file as path or name=path, a run, or query id → ids of chunks, best first."""


@overload
def diff(
    before: GivenRun, after: GivenRun, *, k: int = ..., corpus: Place | None = ..., match_text: bool = ...
) -> Drift: ...
@overload
def diff(before: Place, after: Place, *, golden: Golden, burn: bool = ..., at: Time | None = ...) -> Versions: ...
def diff(
    before: GivenRun,
    after: GivenRun,
    *,
    k: int = DEFAULT_K,
    corpus: Place | None = None,
    match_text: bool = False,
    golden: Golden | None = None,
    burn: bool = False,
    at: Time | None = None,
) -> Drift | Versions:
    """Compare two runs of one pipeline by their first k results, without a label, or two frozen sets of a golden directory.

    Runs: before, after: run files, as `path` or `name=path`, or runs in memory; plain dicts are called before and after. k: at
    least 1. corpus: today's chunks, to find ids that vanished from it. match_text: match results without an id to it by their
    text. Whether a change is for the better, only `goldkit.score` can tell.

    Frozen sets: golden: the directory in which before and after are frozen names, or places of frozen sets; the result tells in
    numbers which queries and labels differ, who changed them and why. burn: name them, which is recorded with the time `at`.

    Raises UsageError for a set in place of a run or a run in place of a set, two runs of one name or without a common query, and
    arguments that go with the other kind; DataError for files that are no runs and sets whose seal is broken.
    """
    if golden is not None:
        return _of_sets(before, after, golden, burn, at, corpus is not None or match_text)
    if burn:
        raise UsageError("burn is for two frozen sets; nothing of two runs is held out")
    old, new = _run(before, "before"), _run(after, "after")
    at_least("k", k)
    if not match_text:
        return drift(old, new, k, None if corpus is None else {chunk.id for chunk in read_corpus(corpus)})
    texts = text_corpus(corpus)
    matched = MatchedRun(old, texts), MatchedRun(new, texts)
    result = drift(*matched, k, texts.chunks.keys())
    return replace(result, matched=tuple(run.matched for run in matched))


def _of_sets(before: GivenRun, after: GivenRun, golden: Golden, burn: bool, at: Time | None, of_runs: bool) -> Versions:
    if of_runs:
        raise UsageError("corpus and match_text are for two runs, not for two frozen sets")
    if not isinstance(before, str | Path) or not isinstance(after, str | Path):
        raise UsageError("with golden, two frozen sets are compared: name them; leave golden out for runs")
    return versions(before, after, golden, burn, at)


def _run(given: GivenRun, name: str) -> RunSource:
    """The run that is meant. Raises UsageError, saying so, for a set in its place."""
    if isinstance(given, str | Path):
        if Path(given).is_dir() or (str(given) == DEV and not Path(given).exists()):
            raise UsageError(
                f"{given}: a set or a folder, not a run; goldkit diff compares two run files, or two frozen sets"
            )
        if not Path(given).exists() and str(given) in frozen_names(HERE):
            raise UsageError(f"{given}: a frozen set of ./{HERE}; pass golden='{HERE}' to compare two of them")
        return open_run(given)
    return run_of(name, given) if isinstance(given, Mapping) else given
