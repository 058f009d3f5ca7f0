"""The table of means alone: no intervals, no tests, no slices, and so nothing that needs numpy."""

from __future__ import annotations

from collections.abc import Sequence

from goldkit.results.score import Holes, Method, RunHoles, ScoreResult
from goldkit.scoring.average import average
from goldkit.scoring.cuts import corpora_notes, crowded, cut_notes, deeper, unreached
from goldkit.scoring.denominator import restrict
from goldkit.scoring.figures import check_chunks, run_scores, set_line
from goldkit.scoring.mean import mean
from goldkit.scoring.notes import notes
from goldkit.scoring.request import Request
from goldkit.scoring.table import RunTable, table
from goldkit.scoring.terms import Terms


def means(request: Request, spent: bool = False) -> ScoreResult:
    """Score runs that were gone through, means alone. Raises DataError for runs that do not fit the set.

    spent: as of score_request; it makes no difference to means.
    """
    scoreset, options, k = request.scoreset, request.options, request.k
    scored = restrict(request.scored, request.runs, options, named=not scoreset.frozen)
    single = [table(run, scored, request.measures, k, light=True) for run in request.runs]
    check_chunks(scoreset, scored, single, options.level)
    tables = average(single)
    blocks = [query.block for query in scored.queries]
    terms = Terms(request.primary.name, blocks, scoreset.margin, 1, options, spent)
    return ScoreResult(
        set=set_line(scoreset, k),
        method=Method(
            primary=terms.primary,
            count=options.count,
            baseline=None,
            level=1 - terms.level,
            blocks=len(set(blocks)),
            looks=max(1, request.scoreset.look_budget) if request.scoreset.frozen else 1,
            replicates=0,
            seed=options.seed,
            margin=terms.margin,
        ),
        measures=tuple(measure.name for measure in request.measures),
        runs=run_scores(scoreset, scored, tables, [{}] * len(tables)),
        deltas=(),
        slices=(),
        holes=_holes(tables, k),
        level=options.level,
        notes=(
            *notes(scoreset, scored, tables, k, terms),
            *crowded(request.measures, scored),
            *unreached(request.measures, tables),
            *([request.documents.note()] if request.documents else []),
            *(found.note() for found in request.matched),
            *corpora_notes(request, single),
            *cut_notes(request.measures, scoreset.k, request.lengths, options.tokenizer),
        ),
        deeper=deeper(request.measures, scoreset.k),
        matched=request.matched,
    )


def _holes(tables: Sequence[RunTable], k: int) -> Holes:
    """What was not judged, counted only: over several runs the sum."""
    own = [RunHoles(name=found.run.name, judged=mean(found.judged), unjudged=found.unjudged) for found in tables]
    return Holes(k=k, unjudged=sum(run.unjudged for run in own), runs=tuple(own))
