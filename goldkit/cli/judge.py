"""`goldkit judge`: a model grades what nobody decided, and is measured against people."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from goldkit.cli import clock, model_options, options, spending
from goldkit.cli.chunks import read_chunks
from goldkit.cli.judge_runs import run_order
from goldkit.cli.output import out, out_json, say, say_all
from goldkit.cli.progress import Counter
from goldkit.errors import EndpointError, IncompleteError
from goldkit.files.interrupts import held
from goldkit.phrases import counted

if TYPE_CHECKING:
    from goldkit.formats.run_source import RunSource
    from goldkit.judging.judge import Judge
    from goldkit.judging.plan import Plan
    from goldkit.llm.connect import Connection
    from goldkit.records import Judgment
    from goldkit.results.judge import JudgeResult
    from goldkit.results.usage import Price
    from goldkit.sets.golden import GoldenSet
    from goldkit.store.golden import GoldenDirectory

DEFAULT_DEPTH = 10
UNNAMED = "?"
"""The model of a dry run that names none."""

Runs = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="RUN…", help="Run files whose holes are graded, as path or name=path; without any, the proposals are."
    ),
]
Depth = Annotated[
    int | None,
    typer.Option("--depth", metavar="K", min=1, help="Results of each run to take; the set's k by default, else 10."),
]
Check = Annotated[
    int,
    typer.Option(
        "--check",
        metavar="N",
        min=0,
        help="How many pairs that people decided are graded too, to compare; with several runs, of whole questions.",
    ),
]
BothOrders = Annotated[
    int,
    typer.Option(
        "--both-orders",
        metavar="N",
        min=0,
        help="How many of these are asked about once more with the passage before the question.",
    ),
]
Limit = Annotated[
    int | None,
    typer.Option("-n", metavar="N", min=0, help="Proposals or holes to grade at most; what is compared comes besides."),
]
PromptName = Annotated[
    str, typer.Option("--prompt", metavar="NAME", help="The judging prompt, by its name; --prompts DIR has your own.")
]


def judge(
    runs: Runs = None,
    corpus: options.OptionalCorpus = None,
    match_text: options.MatchText = False,
    depth: Depth = None,
    n: Limit = None,
    check: Check = 100,
    both_orders: BothOrders = 50,
    seed: options.Seed = 0,
    prompt: PromptName = "judge",
    model: model_options.Model = None,
    base_url: model_options.BaseUrl = None,
    api_key_env: model_options.ApiKeyEnv = None,
    local: model_options.Local = False,
    replay: model_options.Replay = None,
    concurrency: model_options.Concurrency = 4,
    rpm: model_options.Rpm = None,
    tpm: model_options.Tpm = None,
    max_total_tokens: model_options.MaxTotalTokens = None,
    max_cost: model_options.MaxCost = None,
    prices: model_options.Prices = None,
    timeout: model_options.Timeout = 60.0,
    prompts: model_options.Prompts = None,
    golden: options.Golden = options.GOLDEN,
    dry_run: options.DryRun = False,
    as_json: options.Json = False,
) -> None:
    """Let a model grade what is proposed, or what runs found and nobody judged: kept apart from people's labels, never decided.

    It also grades a sample of pairs that people decided, without being shown what they said; how far it agrees is printed, and
    `goldkit score --labels llm` goes by it. A relevant grade must quote the chunk, word for word, or it is counted as rejected.

    Only questions of `dev` are judged: what is frozen is for people (`goldkit pool --set NAME`). Raw replies are kept in the golden
    directory's journal: nothing that was paid for is asked twice.
    """
    from goldkit.files.alone import alone
    from goldkit.judging.judge import judge_of
    from goldkit.judging.plan import Wanted, plan_judging
    from goldkit.llm.connect import Connection, model_name
    from goldkit.llm.connect import check as checked
    from goldkit.llm.find_prompt import find_prompt
    from goldkit.sets.golden import read_golden
    from goldkit.sets.model_judges import both_graded, model_grades
    from goldkit.store.golden import GoldenDirectory

    directory = GoldenDirectory.open(golden)
    busy = f"another `goldkit judge` or `goldkit generate` is asking for {golden}; wait until it has ended, then run this again"
    with nullcontext() if dry_run else alone(golden, busy):
        price = spending.price_of(model, prices, golden)
        wanted = Connection(
            model=model,
            base_url=base_url,
            api_key_env=api_key_env,
            local=local,
            replay=replay,
            concurrency=concurrency,
            rpm=rpm,
            tpm=tpm,
            budget=spending.budget(max_total_tokens, max_cost, price, model),
            timeout=timeout,
        )
        checked(wanted, named=not dry_run)
        folded, judgments = read_golden(directory), directory.judgments()
        say_all(directory.notices)
        asked = judge_of(model_name(wanted) or UNNAMED, find_prompt(prompt, prompts), folded.settings.scale, seed)
        opened = _opened(runs or [], corpus, match_text)
        k = depth or folded.settings.k or DEFAULT_DEPTH
        what = Wanted(runs=opened, depth=k, limit=n, check=check, both_orders=both_orders, seed=seed)
        plan = plan_judging(folded, model_grades(judgments), asked, read_chunks(corpus), what)
        if dry_run:
            _estimate(plan, asked, price, as_json)
            return
        result = _run(directory, plan, folded, judgments, asked, wanted)
        grades = model_grades([*judgments, *result.judgments])
        result = replace(result, runs=run_order(folded, both_graded(folded, grades, asked.name), opened, what.depth))
        _report(replace(result, price=price), directory, as_json)


def _opened(runs: list[str], corpus: Path | None, match_text: bool) -> Sequence[RunSource]:
    """The runs, with their texts matched to the chunks of the corpus where that is wanted."""
    from goldkit.sets.runs import open_runs

    opened = open_runs(runs)
    if not match_text:
        return opened
    from goldkit.sets.matched_run import MatchedRun, text_corpus

    texts = text_corpus(corpus)
    return [MatchedRun(run, texts) for run in opened]


def _run(
    directory: GoldenDirectory,
    plan: Plan,
    folded: GoldenSet,
    judgments: list[Judgment],
    asked: Judge,
    wanted: Connection,
) -> JudgeResult:
    """Ask, and save what there is, before anything is said about what there is not."""
    from goldkit.judging.run import judge_pairs, save
    from goldkit.llm.connect import connected

    with connected(wanted, directory.path / "journal") as model:
        counter = Counter("pairs")
        try:
            result = judge_pairs(
                plan,
                folded,
                judgments,
                asked,
                model,
                at=clock.now(),
                progress=lambda done: counter.show(done, len(plan.questions)),
            )
        except KeyboardInterrupt:
            counter.clear()
            say(
                "no grade of this run is written yet, but the replies are kept in the journal; the same command goes on"
            )
            raise
        finally:
            counter.clear()
    with held():
        save(directory, result)
    return result


def _estimate(plan: Plan, asked: Judge, price: Price | None, as_json: bool) -> None:
    from goldkit.judging.plan import estimate
    from goldkit.reports.judge_text import estimate_text

    guess = replace(estimate(plan, asked), price=price)
    spending.say_estimate(guess, estimate_text(guess), as_json)


def _report(result: JudgeResult, directory: GoldenDirectory, as_json: bool) -> None:
    from goldkit.reports.judge_text import judge_text

    if as_json:
        out_json(result.to_dict())
    else:
        out(judge_text(result))
    if result.stopped:
        kept = "they are saved" if result.done > 1 else "it is saved" if result.done else "nothing new is saved"
        words = f"{result.done:,} of {counted(result.wanted, 'pair')} graded: {result.stopped}; {kept}, the same command goes on"
        raise IncompleteError(words) if result.done else EndpointError(words)
    if result.wanted and not result.done:
        raise IncompleteError(f"none of {counted(result.wanted, 'pair')} got a grade; `no grade` above says why")
    say(f"next: goldkit review{options.same(directory.path)}, or goldkit score dev RUN… --labels llm")
