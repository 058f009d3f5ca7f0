"""`goldkit.diff`: how far a pipeline's results moved, told without a label."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from goldkit.errors import UsageError
from goldkit.formats.corpus import read_corpus
from goldkit.formats.run_source import RunSource
from goldkit.library.given import Place, at_least
from goldkit.results.drift import Drift
from goldkit.scoring.drift import drift
from goldkit.sets.matched_run import MatchedRun, text_corpus
from goldkit.sets.plain import PlainRun, run_of
from goldkit.sets.resolve import DEV
from goldkit.sets.runs import open_run

DEFAULT_K = 10

GivenRun = Place | RunSource | PlainRun
"""A run file as path or name=path, a run, or query id → ids of chunks, best first."""


def diff(
    before: GivenRun,
    after: GivenRun,
    *,
    k: int = DEFAULT_K,
    corpus: Place | None = None,
    match_text: bool = False,
) -> Drift:
    """Compare two runs of one pipeline by their first k results, at least 1, without a label.

    before, after: run files, as `path` or `name=path`, or runs in memory; plain dicts are called before and after.
    corpus: today's chunks, to find ids that vanished from it. match_text: match results without an id to it by their text.
    Whether a change is for the better, only `goldkit.score` can tell.

    Raises UsageError for a set in place of a run, two runs of one name or without a common query, DataError for files that are no
    runs.
    """
    old, new = _run(before, "before"), _run(after, "after")
    at_least("k", k)
    if not match_text:
        return drift(old, new, k, None if corpus is None else {chunk.id for chunk in read_corpus(corpus)})
    texts = text_corpus(corpus)
    matched = MatchedRun(old, texts), MatchedRun(new, texts)
    result = drift(*matched, k, texts.chunks.keys())
    return replace(result, matched=tuple(run.matched for run in matched))


def _run(given: GivenRun, name: str) -> RunSource:
    """The run that is meant. Raises UsageError, saying so, for a set in its place."""
    if isinstance(given, str | Path):
        if Path(given).is_dir() or (str(given) == DEV and not Path(given).exists()):
            raise UsageError(f"{given}: a set or a folder, not a run; goldkit diff compares two run files")
        return open_run(given)
    return run_of(name, given) if isinstance(given, Mapping) else given
