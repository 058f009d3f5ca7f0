"""Score runs against a set: the table, the deltas, what they mean and what they rest on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from goldkit.errors import bad
from goldkit.measures.names import Measure, parse
from goldkit.records import Run
from goldkit.results.score import (
    Delta,
    Holes,
    Interval,
    Method,
    RunHoles,
    RunScore,
    ScoreResult,
    SetLine,
    Slice,
)
from goldkit.scoring.admit import check_request, check_runs, chunk_mismatch, describe
from goldkit.scoring.compare import Terms, compare
from goldkit.scoring.denominator import Denominator, count_lacks, denominator, restrict
from goldkit.scoring.notes import notes
from goldkit.scoring.options import ScoreOptions
from goldkit.scoring.reading import read, read_one
from goldkit.scoring.slices import mean, slices
from goldkit.scoring.table import RunTable, table
from goldkit.sets.scoreset import ScoreSet
from goldkit.statistics.blocks import block_sums
from goldkit.statistics.interval import mean_intervals
from goldkit.statistics.wilson import effective_queries, wilson

DEFAULT_K = 10


def score(
    scoreset: ScoreSet,
    runs: Sequence[Run],
    measures: Sequence[str] = (),
    k: int | None = None,
    baseline: str | None = None,
    options: ScoreOptions | None = None,
    spent: bool = False,
) -> ScoreResult:
    """Score runs against a set.

    measures: names in any known spelling; the set's primary measure, MRR and nDCG@k where none is given. k: the set's own, else
    10. baseline: a run's name, the first where none is given. spent: a frozen set's looks are used up, so nothing more can be told
    from noise. Raises UsageError for a request that does not fit and DataError
    for runs that do not fit the set.
    """
    options = options or ScoreOptions()
    k = scoreset.k or DEFAULT_K if k is None else k
    check_request(runs, baseline, k)
    (primary,) = parse([scoreset.primary], k)
    wanted = parse(measures or (scoreset.primary, "MRR", "nDCG"), k)
    scored = denominator(scoreset, options)
    check_runs(scoreset, runs, options, scored.queries)
    scored = restrict(scored, runs, options, named=not scoreset.frozen)
    tables = [table(run, scored, wanted, k, options.ties) for run in runs]
    _check_chunks(scoreset, scored, tables)
    looks = max(1, scoreset.look_budget) if scoreset.frozen else 1
    terms = Terms(primary.name, [query.block for query in scored.queries], scoreset.margin, looks, options, spent)
    first = baseline or runs[0].name
    parts = slices(scoreset, scored, tables, first, wanted, terms)
    return ScoreResult(
        set=SetLine(
            name=scoreset.name, digest=scoreset.digest, queries=len(scoreset.queries), k=k, scale=scoreset.scale
        ),
        method=_method(terms, first if len(runs) > 1 else None),
        measures=tuple(measure.name for measure in wanted),
        runs=tuple(_run_score(scoreset, scored, found, wanted, terms) for found in tables),
        deltas=_deltas(tables, first, wanted, parts, terms),
        slices=tuple(parts),
        holes=_holes(tables, k),
        notes=tuple(notes(scoreset, scored, tables, k, terms)),
    )


def _check_chunks(scoreset: ScoreSet, scored: Denominator, tables: Sequence[RunTable]) -> None:
    for found in tables:
        mismatch = chunk_mismatch(found.run, scored, found.found) if not found.judged_slots else None
        if mismatch is not None:
            cure = f"The ids differ by {describe(mismatch, scoreset.frozen)}."
            raise bad(found.run.name, None, "no chunk that has a label", f"the chunk ids of {scoreset.name}", cure)


def _method(terms: Terms, baseline: str | None) -> Method:
    return Method(
        primary=terms.primary,
        count=terms.options.count,
        baseline=baseline,
        level=1 - terms.level,
        blocks=len(set(terms.blocks)),
        looks=terms.looks,
        replicates=terms.options.replicates,
        seed=terms.options.seed,
    )


def _run_score(
    scoreset: ScoreSet, scored: Denominator, found: RunTable, measures: Sequence[Measure], terms: Terms
) -> RunScore:
    return RunScore(
        name=found.run.name,
        n=len(scored.queries),
        missing=found.missing,
        failed=found.failed,
        no_relevant=count_lacks(scoreset.queries, scored.lacks),
        repeats=found.repeats,
        tied=found.tied,
        means={name: mean(values) for name, values in found.values.items()},
        intervals=_intervals(found, measures, terms),
    )


def _intervals(found: RunTable, measures: Sequence[Measure], terms: Terms) -> dict[str, Interval]:
    """Of each mean: Wilson's for a proportion, else from resampled blocks."""
    names = [measure.name for measure in measures]
    sums = block_sums(terms.blocks, [found.values[name] for name in names])
    options = terms.options
    intervals = dict(zip(names, mean_intervals(sums, options.alpha, options.replicates, options.seed), strict=True))
    for place, measure in enumerate(measures):
        if measure.binary:
            hits = sums.column(place)
            intervals[measure.name] = wilson(float(hits.means[0]), effective_queries(hits), options.alpha)
    return intervals


def _deltas(
    tables: Sequence[RunTable], baseline: str, measures: Sequence[Measure], parts: Sequence[Slice], terms: Terms
) -> tuple[Delta, ...]:
    first = next(found for found in tables if found.run.name == baseline)
    others = [found for found in tables if found is not first]
    if not others:
        return ()
    deltas = compare(first, others, measures, terms)
    width = len(measures)
    read_out: list[Delta] = []
    for start in range(0, len(deltas), width):
        own = deltas[start : start + width]
        sentence = read(own, measures, parts, terms)
        carrier = terms.primary if terms.primary in {delta.measure for delta in own} else own[0].measure
        read_out += [
            replace(delta, reading=sentence if delta.measure == carrier else read_one(delta, terms)) for delta in own
        ]
    return tuple(read_out)


def _holes(tables: Sequence[RunTable], k: int) -> Holes:
    own = [
        RunHoles(
            name=found.run.name,
            judged=found.judged_slots / found.slots if found.slots else 0.0,
            unjudged=len(found.holes),
        )
        for found in tables
    ]
    return Holes(k=k, unjudged=len(set().union(*(found.holes for found in tables))), runs=tuple(own))
