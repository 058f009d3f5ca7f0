"""`goldkit score`: the table, the deltas with their verdicts, the slices and the holes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from goldkit.cli.clock import now
from goldkit.cli.options import GOLDEN, Golden, Json, MatchText, Seed
from goldkit.cli.output import say, say_all
from goldkit.cli.score_chunkings import Chosen, parted, take_chunkings, with_chunk_texts
from goldkit.cli.score_gates import (
    GateRuns,
    Gates,
    Ledger,
    On,
    check_gates,
    exit_code,
    parsed,
    write_gates,
)
from goldkit.cli.score_ladder import Ladder, check_ladder, score_ladder
from goldkit.cli.score_llm import MinKappa
from goldkit.cli.score_look import look_words
from goldkit.cli.score_measures import Corpora, Level, StageRuns, Tokenizer
from goldkit.cli.score_queries import LIMIT, Burn, Explain, Limit, PerQuery, check_burn, with_texts
from goldkit.cli.score_reports import Csv, Html, Markdown, Reports
from goldkit.cli.score_tune import Tune, burn_tuned, check_tune
from goldkit.cli.uncollected import uncollected
from goldkit.errors import UsageError
from goldkit.phrases import counted
from goldkit.results.model_agreement import LEAST_KAPPA
from goldkit.scoring import options as choices
from goldkit.store.counting import Counting

if TYPE_CHECKING:
    from goldkit.results.score import ScoreResult
    from goldkit.scoring.request import Request


Set = Annotated[
    str,
    typer.Argument(
        metavar="SET",
        help="A frozen name, `dev`, or a path: a golden or frozen directory, BEIR, qrels, a JSON mapping.",
    ),
]
Runs = Annotated[
    list[str] | None, typer.Argument(metavar="RUN…", help="Run files, as path or name=path; the first is the baseline.")
]
Cut = Annotated[int | None, typer.Option("--k", metavar="K", help="The cut of measures; default the set's, else 10.")]
MeasureNames = Annotated[
    list[str] | None,
    typer.Option(
        "--measure",
        "-m",
        metavar="M",
        help="A measure such as recall@10 or MRR; may be repeated. Where the set declares none, the first carries the verdict.",
    ),
]
Baseline = Annotated[
    str | None, typer.Option("--baseline", metavar="NAME", help="The run to compare with; default the first.")
]
Count = Annotated[choices.Count, typer.Option("--count", help="Copies once, or every chunk as in trec_eval.")]
Labels = Annotated[
    Counting,
    typer.Option("--labels", help="Which labels count: each choice adds to the one before."),
]
NoRelevant = Annotated[
    choices.NoRelevant,
    typer.Option("--no-relevant", help="Queries without a relevant label: left out, or 0 as in trec_eval."),
]
Missing = Annotated[
    choices.Missing,
    typer.Option("--missing", help="Queries that a run lacks: 0, out for every run, or an error."),
]
Failed = Annotated[
    choices.Failed,
    typer.Option("--failed", help="Queries whose retrieval failed: the same choices."),
]
Repeats = Annotated[
    choices.Repeats,
    typer.Option("--repeats", help="Ids repeated in a list: keep their slot and earn nothing, or an error."),
]
Order = Annotated[
    choices.Ties,
    typer.Option("--ties", help="The run's own order, or by score and id as trec_eval does."),
]
Weighted = Annotated[
    bool, typer.Option("--weighted", help="Also count each query as often as it was asked, where that is known.")
]
By = Annotated[
    list[str] | None,
    typer.Option("--by", metavar="FIELD", help="Slice by this metadata field as well; may be repeated."),
]
MeansOnly = Annotated[
    bool, typer.Option("--means-only", help="Means and notes, quickly: no intervals, tests or slices.")
]


def score(
    scored_set: Set,
    runs: Runs = None,
    k: Cut = None,
    measure: MeasureNames = None,
    baseline: Baseline = None,
    count: Count = "facts",
    labels: Labels = "derived",
    min_kappa: MinKappa = LEAST_KAPPA,
    no_relevant: NoRelevant = "exclude",
    missing: Missing = "zero",
    failed: Failed = "error",
    repeats: Repeats = "keep",
    ties: Order = "default",
    by: By = None,
    means_only: MeansOnly = False,
    weighted: Weighted = False,
    corpus: Corpora = None,
    match_text: MatchText = False,
    tokenizer: Tokenizer = "words",
    stage: StageRuns = None,
    level: Level = "chunk",
    seed: Seed = 0,
    as_json: Json = False,
    markdown: Markdown = False,
    per_query: PerQuery = False,
    limit: Limit = LIMIT,
    explain: Explain = None,
    burn: Burn = False,
    tune: Tune = False,
    ladder: Ladder = False,
    html: Html = None,
    csv: Csv = None,
    gate: Gates = None,
    gate_on: On = "interval",
    gate_run: GateRuns = None,
    ledger: Ledger = None,
    golden: Golden = GOLDEN,
) -> int:
    """Score runs against a set: what changed, by how much, and whether the set can tell."""
    with uncollected():
        from goldkit.scoring.request import take
        from goldkit.sets.resolve import resolve_set
        from goldkit.sets.runs import open_runs

    reports = Reports(as_json=as_json, markdown=markdown, html=html, csv=csv, limit=limit)
    reports.check()
    if means_only and (markdown or html or csv):
        raise UsageError("--means-only prints text or --json; leave out --markdown, --html and --csv")
    options = choices.ScoreOptions(
        count=count,
        labels=labels,
        no_relevant=no_relevant,
        missing=missing,
        failed=failed,
        repeats=repeats,
        ties=ties,
        match_text=match_text,
        tokenizer=tokenizer,
        level=level,
        seed=seed,
        per_query=per_query,
        burn=burn,
        limit=limit if per_query else None,
        by=tuple(by or ()),
        explain=tuple(explain or ()),
        average=True,
        means_only=means_only,
        weighted=weighted,
        gates=parsed(gate),
        gate_on=gate_on,
        gate_runs=tuple(gate_run or ()),
    )
    with uncollected():
        scoreset = resolve_set(scored_set, golden, labels, min_kappa)
    say_all(scoreset.notices)
    sources = open_runs([*(runs or []), *(stage or [])])
    stages = tuple(source.name for source in sources[len(runs or []) :])
    whole, own = parted(corpus or (), [source.name for source in sources])
    options = replace(
        options, corpus=whole, stages=stages, per_query=per_query or reports.needs_queries(scoreset.frozen)
    )
    check_burn(scoreset, burn, options.per_query or bool(explain))
    check_gates(scoreset, options, ledger, html)
    check_tune(scoreset, tune)
    more = (per_query, explain, burn, html, csv, gate, markdown, means_only, weighted, stage, measure)
    check_ladder(scoreset, ladder, any(more))
    with uncollected():
        if own:
            request = take_chunkings(
                Chosen(scoreset, scored_set, golden), sources, own, measure or (), k, baseline, options
            )
        else:
            request = take(scoreset, sources, measure or (), k, baseline, options)
        if ladder:
            if tune:
                burn_tuned(scoreset)
            return score_ladder(request, ledger, as_json)
        result = _scored(request, whole=csv is not None, ledger=ledger)
    if tune:
        burn_tuned(scoreset)
    if request.chunkings is None:
        result = with_texts(result, scoreset, scored_set, golden, whole)
    else:
        result = with_chunk_texts(result, request.chunkings)
    if scoreset.frozen and options.gates:
        write_gates(result, as_json, markdown)
    else:
        reports.write(result, sources, scoreset.frozen)
    return exit_code(result)


def _scored(request: Request, whole: bool, ledger: Path | None) -> ScoreResult:
    """The result; what a look at a frozen set came to is said. whole: every query is shown, not only those listed."""
    from goldkit.scoring.counted import score_counted
    from goldkit.scoring.remember import remember

    at = now()
    done, scoreset = score_counted(request, at, ledger, whole), request.scoreset
    if done.looks is None:
        say_all(remember(request, done.result, at))
        return done.result
    say_all(done.looks.notices)
    say(look_words(scoreset.name, done.looks))
    if request.options.burn:
        say(f"burned: {counted(len(done.burned), 'query')} of {scoreset.name}, recorded in split.jsonl")
    return done.result
