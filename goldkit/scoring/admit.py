"""Whether runs and a set fit together at all: what is refused before anything is computed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from goldkit.errors import DataError, Problem, UsageError
from goldkit.formats.run_source import RunSource
from goldkit.measures.names import Measure
from goldkit.phrases import counted
from goldkit.scoring.answers import Answers
from goldkit.scoring.denominator import Denominator, some_ids
from goldkit.scoring.options import Count, ScoreOptions
from goldkit.sets.scoreset import ScoreQuery, ScoreSet
from goldkit.text.mismatch import Mismatch, diagnose


def check_request(runs: Sequence[RunSource], baseline: str | None, k: int, options: ScoreOptions) -> None:
    """Raises UsageError for no run, two runs of one name unasked, a baseline that is none of them, or a k below 1."""
    names = [run.name for run in runs]
    if not names:
        raise UsageError("nothing to score: name at least one run")
    twice = sorted(name for name, times in Counter(names).items() if times > 1)
    if twice and not options.average:
        raise UsageError(f"two runs are named {', '.join(map(repr, twice))}; name them apart as `name=path`")
    if baseline is not None and baseline not in names:
        raise UsageError(f"the baseline {baseline!r} is none of the runs: {', '.join(names)}")
    if k < 1:
        raise UsageError(f"k is {k}; it is a number of results, at least 1")


def check_measures(measures: Sequence[Measure], count: Count) -> None:
    """Raises UsageError for measures that exist only where every chunk counts."""
    reasons = [f"{measure.name} ({measure.chunks})" for measure in measures if measure.chunks]
    if reasons and count != "chunks":
        raise UsageError(f"only with --count chunks: {'; '.join(reasons)}")


def check_stages(names: Sequence[str], runs: Sequence[str]) -> None:
    """Raises UsageError for a single stage, or one that is none of the runs or several of them."""
    if len(names) == 1:
        raise UsageError(f"--stage {names[0]} alone: name the stages of one pipeline, first to last, at least two")
    several = [name for name in names if runs.count(name) > 1]
    if several:
        raise UsageError(f"--stage {several[0]}: several runs go by that name; a stage is one run")
    strange = [name for name in names if name not in runs]
    if strange:
        raise UsageError(f"the stages {', '.join(map(repr, strange))} are none of the runs: {', '.join(runs)}")


def check_per_query(scoreset: ScoreSet, options: ScoreOptions, runs: int) -> None:
    """Raises UsageError where single queries of a frozen set are asked for and not to be burned, or changes of one run alone."""
    if options.limit is not None and runs < 2:
        raise UsageError("wins and losses are against a baseline: name a second run")
    if scoreset.frozen and (options.per_query or options.explain) and not options.burn:
        raise UsageError(
            f"{scoreset.name} is frozen and shows aggregates only: whoever sees single queries tunes on them. "
            "Look at dev, or pass --burn, which records every query that is shown"
        )


def check_means(options: ScoreOptions) -> None:
    """Raises UsageError for what a table of means alone cannot show."""
    asked = {
        "--per-query": options.per_query,
        "--explain": options.explain,
        "--gate": options.gates,
        "--by": options.by,
        "--stage": options.stages,
        "--weighted": options.weighted,
    }
    more = [name for name, wanted in asked.items() if wanted]
    if options.means_only and more:
        raise UsageError(f"--means-only gives means and notes; leave out {' and '.join(more)}")


def check_runs(
    scoreset: ScoreSet, runs: Sequence[Answers], options: ScoreOptions, scored: Sequence[ScoreQuery]
) -> None:
    """Raises DataError for each run that is empty, shares no query with the set, lacks most of them, or repeats ids unasked.

    scored: the queries with a relevant label.
    """
    problems: list[Problem] = []
    for run in runs:
        if run.empty:
            problems.append(Problem(run.name, None, "no query at all", "one ranking a query"))
            continue
        missing = [query.id for query in scored if run.is_missing(query.id)]
        if 2 * len(missing) > len(scored):
            problems.append(_mostly_missing(scoreset, run, len(missing), len(scored)))
        if options.repeats == "error":
            problems.extend(_repeats(run, scored, named=not scoreset.frozen))
    if problems:
        raise DataError(problems)


def _mostly_missing(scoreset: ScoreSet, run: Answers, missing: int, of: int) -> Problem:
    mismatch = query_mismatch(scoreset, run)
    if mismatch is not None:
        cure = f"The ids differ by {describe(mismatch, scoreset.frozen)}."
    elif not run.found:
        cure = f"No id of the run is in the set{some_ids(run.strangers - scoreset.elsewhere, named=True)}."
    else:
        cure = "That arm never ran to its end."
    found = f"{missing} of {counted(of, 'query')} missing"
    return Problem(run.name, None, found, f"rankings for the queries of {scoreset.name}", cure)


def query_mismatch(scoreset: ScoreSet, run: Answers) -> Mismatch | None:
    """How ids of the set that the run lacks differ from ids of the run that the set lacks."""
    return diagnose((query.id for query in scoreset.queries), {*run.found, *run.strangers})


def chunk_mismatch(scored: Denominator, found: set[str]) -> Mismatch | None:
    """How labelled chunk ids that a run never found differ from those that it found."""
    labelled = {chunk for query in scored.queries for chunk in query.labels}
    return diagnose(labelled, found)


def describe(mismatch: Mismatch, frozen: bool) -> str:
    """A mismatch with its example; of a frozen set with none: the run's own id would tell what the set asks or labels."""
    example = "" if frozen else f": {mismatch.wanted!r} in the set, {mismatch.found!r} in the run"
    return f"{mismatch.form}{example} ({mismatch.count} such)"


def _repeats(run: Answers, scored: Sequence[ScoreQuery], named: bool) -> list[Problem]:
    """The first repeated id of each query, with its lines; of a frozen set only how many queries have one."""
    expected, cure = "each chunk once a list", "Or pass --repeats keep."
    found = [(query.id, *again) for query in scored if (again := _again(run, query.id)) is not None]
    if not named:
        lists = f"a chunk more than once for {counted(len(found), 'query')}"
        return [Problem(run.file, None, lists, expected, cure)] if found else []
    problems: list[Problem] = []
    for query, chunk, first, line in found:
        before = f", first on line {first}" if first != line else ""
        problems.append(Problem(run.file, line, f"{chunk!r} more than once in query {query!r}{before}", expected, cure))
    return problems


def _again(run: Answers, query: str) -> tuple[str, int | None, int | None] | None:
    answer = run.found.get(query)
    return None if answer is None else answer.again
