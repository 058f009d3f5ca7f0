"""Score runs against a set: the table, the deltas, what they mean and what they rest on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from goldkit.measures.names import Measure
from goldkit.results.moves import Moves
from goldkit.results.per_query import QueryScore
from goldkit.results.score import (
    Delta,
    Interval,
    Method,
    ScoreResult,
    Slice,
)
from goldkit.scoring.average import average
from goldkit.scoring.circularity import circularity
from goldkit.scoring.compare import changes, compare
from goldkit.scoring.cuts import corpora_notes, crowded, cut_notes, deeper, unreached
from goldkit.scoring.denominator import restrict
from goldkit.scoring.explain import explain
from goldkit.scoring.few import interval_caution
from goldkit.scoring.figures import check_chunks, run_scores, set_line
from goldkit.scoring.gates import Scored, judge_gates
from goldkit.scoring.hidden import hides_loss
from goldkit.scoring.hole_bounds import Asked
from goldkit.scoring.holes import holes
from goldkit.scoring.leave_out import leave_out
from goldkit.scoring.moves import moves
from goldkit.scoring.notes import notes
from goldkit.scoring.per_query import per_query
from goldkit.scoring.ranks import Ranks, ranks
from goldkit.scoring.reading import read, read_one
from goldkit.scoring.replicates import replicates, within_spread
from goldkit.scoring.request import Request
from goldkit.scoring.slices import slices
from goldkit.scoring.stages import stages
from goldkit.scoring.table import RunTable, table
from goldkit.scoring.terms import Terms
from goldkit.scoring.tie_bounds import tie_bounds, tie_notes
from goldkit.scoring.weighted import weighted
from goldkit.scoring.widening import widening
from goldkit.statistics.blocks import Blocks, block_sums
from goldkit.statistics.interval import mean_intervals
from goldkit.statistics.wilson import effective_queries, wilson


def score_request(request: Request, spent: bool = False) -> ScoreResult:
    """Score runs that were gone through. spent: a frozen set's looks are used up, so nothing more can be told from noise.

    Of a frozen set it counts no look: scoring.counted does. Raises UsageError for a request that does not fit.
    """
    scoreset, options, k, wanted = request.scoreset, request.options, request.k, request.measures
    scored = restrict(request.scored, request.runs, options, named=not scoreset.frozen)
    single = [table(run, scored, wanted, k) for run in request.runs]
    check_chunks(scoreset, scored, single, options.level)
    tables = average(single)
    looks = max(1, scoreset.look_budget) if scoreset.frozen else 1
    terms = Terms(request.primary.name, [q.block for q in scored.queries], scoreset.margin, looks, options, spent)
    first = request.baseline
    found = changes(*_against(tables, first), wanted)
    parts = slices(scoreset, scored, tables, found, terms)
    bounded = () if any(table.parts for table in tables) else wanted  # of several runs together no bounds are known
    lines = run_scores(scoreset, scored, tables, _intervals(tables, wanted, terms))
    lines = tuple(replace(line, tie_bounds=tie_bounds(own, wanted)) for line, own in zip(lines, tables, strict=True))
    deltas = within_spread(compare(found, terms), tables, terms)
    whole = Scored(scoreset, scored, tables, first, k)
    rows = per_query(scored, tables) if options.per_query or options.explain else ()
    return ScoreResult(
        set=set_line(scoreset, k),
        method=_method(terms, first if len(tables) > 1 else None),
        measures=tuple(measure.name for measure in wanted),
        runs=lines,
        deltas=_read_out(deltas, wanted, parts, terms, _ranks(tables, first, k)),
        slices=tuple(parts),
        holes=holes(scored, Asked(tables, first, bounded, terms.primary, k, scoreset.scale, options)),
        notes=(
            *notes(scoreset, scored, single, k, terms),
            *tie_notes(lines, first, terms.primary),
            *crowded(wanted, scored),
            *unreached(wanted, single),
            *([request.documents.note()] if request.documents else []),
            *(found.note() for found in request.matched),
            *corpora_notes(request, single),
            *cut_notes(wanted, scoreset.k, request.lengths, options.tokenizer),
        ),
        queries=rows,
        explain=tuple(explain(options.explain, scoreset, scored, rows, k)),
        gates=tuple(judge_gates(whole, terms)),
        per_query=_moves(rows, [table.run.name for table in tables], first, wanted, terms),
        widening=widening(scoreset, scored, tables, request.primary, options),
        circularity=circularity(scoreset, scored, found, _carrier(terms, wanted), terms),
        # Of runs over different chunkings each finds chunks that no other can, which says nothing of the labels.
        left_out=() if request.chunkings else leave_out(whole, request.primary, deltas, terms),
        deeper=deeper(wanted, scoreset.k),
        replicates=replicates(tables, _carrier(terms, wanted)),
        weighted=weighted(scored, tables, first, _carrier(terms, wanted), terms) if options.weighted else None,
        stages=stages(tables, options.stages, k),
        level=options.level,
        shown_only=sum(query.id in scoreset.shown_only for query in scored.queries),
        matched=request.matched,
        interval_caution=interval_caution(len(terms.blocks), len(set(terms.blocks))),
    )


def _carrier(terms: Terms, measures: Sequence[Measure]) -> str:
    """The primary measure, or else the first of the table."""
    names = [measure.name for measure in measures]
    return terms.primary if terms.primary in names else names[0]


def _moves(
    rows: Sequence[QueryScore], runs: Sequence[str], baseline: str, measures: Sequence[Measure], terms: Terms
) -> tuple[Moves, ...]:
    """What rose and fell in the primary measure, or else the first of the table."""
    if terms.options.limit is None:
        return ()
    others = [run for run in runs if run != baseline]
    return tuple(moves(rows, baseline, others, _carrier(terms, measures), terms.options.limit))


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
        margin=terms.margin,
    )


def _intervals(tables: Sequence[RunTable], measures: Sequence[Measure], terms: Terms) -> list[dict[str, Interval]]:
    """Of each run's means: Wilson's for a proportion, else from resampled blocks, the same ones for all runs; none of one block."""
    if len(set(terms.blocks)) < 2:
        return [{} for _ in tables]
    columns = [(found, measure) for found in tables for measure in measures]
    sums = block_sums(terms.blocks, [found.values[measure.name] for found, measure in columns])
    options = terms.options
    resampled = mean_intervals(sums, options.alpha, options.replicates, options.seed)
    intervals = [
        _proportion(sums.columns([place]), options.alpha) if measure.binary else resampled[place]
        for place, (_, measure) in enumerate(columns)
    ]
    rows = iter(intervals)
    return [{measure.name: next(rows) for measure in measures} for _ in tables]


def _proportion(hits: Blocks, alpha: float) -> Interval:
    return wilson(float(hits.means[0]), effective_queries(hits), alpha)


def _against(tables: Sequence[RunTable], baseline: str) -> tuple[RunTable, list[RunTable]]:
    """The baseline's table and all others."""
    first = next(table for table in tables if table.run.name == baseline)
    return first, [table for table in tables if table is not first]


def _read_out(
    deltas: Sequence[Delta],
    measures: Sequence[Measure],
    parts: Sequence[Slice],
    terms: Terms,
    where: Mapping[str, Ranks],
) -> tuple[Delta, ...]:
    """With the readings: each run's sentence on its primary measure, or else its first one; a few words on the others."""
    done: list[Delta] = []
    for start in range(0, len(deltas), len(measures)):
        own = deltas[start : start + len(measures)]
        carrier = next((delta for delta in own if delta.measure == terms.primary), own[0])
        sentence = read(own, measures, parts, terms, where[carrier.run])
        told = replace(carrier, reading=sentence, hides_loss=hides_loss(own, parts, terms))
        done += [told if delta is carrier else replace(delta, reading=read_one(delta, terms)) for delta in own]
    return tuple(done)


def _ranks(tables: Sequence[RunTable], baseline: str, k: int) -> dict[str, Ranks]:
    """Of each compared run, where the first useful chunk stands."""
    first, others = _against(tables, baseline)
    return {table.run.name: ranks(first, table, k) for table in others}
