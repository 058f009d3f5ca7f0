"""Whether runs can be pooled for a set over a corpus at all."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from goldkit.errors import DataError, Problem
from goldkit.phrases import counted
from goldkit.scoring.admit import describe, query_mismatch
from goldkit.scoring.answers import Answers
from goldkit.sets.scoreset import ScoreSet
from goldkit.text.mismatch import diagnose


def check_queries(scoreset: ScoreSet, runs: Sequence[Answers]) -> None:
    """Raises DataError for each run that has a result for no query of the set."""
    problems = []
    for run in runs:
        if all(run.is_missing(query.id) or query.id in run.failed for query in scoreset.queries):
            mismatch = query_mismatch(scoreset, run)
            cure = f"The ids differ by {describe(mismatch, scoreset.frozen)}." if mismatch is not None else ""
            problems.append(
                Problem(run.name, None, "no result for any query", f"results for queries of {scoreset.name}", cure)
            )
    if problems:
        raise DataError(problems)


def check_chunks(
    scoreset: ScoreSet,
    runs: Sequence[Answers],
    rankings: Sequence[Mapping[str, Sequence[str]]],
    corpus: Collection[str],
) -> None:
    """Raises DataError for each run of whose chunks the corpus has none: it was retrieved from another one."""
    problems = []
    for run, ranking in zip(runs, rankings, strict=True):
        found = {chunk for chunks in ranking.values() for chunk in chunks}
        if found and found.isdisjoint(corpus):
            mismatch = diagnose(found, corpus)
            example = (
                "" if mismatch is None or scoreset.frozen else f": {mismatch.wanted!r} here, {mismatch.found!r} there"
            )
            cure = "" if mismatch is None else f"The ids differ by {mismatch.form}{example} ({mismatch.count} such)."
            what = f"none of {counted(len(found), 'chunk')} in the corpus"
            problems.append(Problem(run.name, None, what, "results from this corpus", cure))
    if problems:
        raise DataError(problems)
