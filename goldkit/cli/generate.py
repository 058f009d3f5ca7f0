"""`goldkit generate`: synthetic questions from sampled chunks."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from goldkit.cli import clock, model_options, options, redaction, spending, styles
from goldkit.cli import drop as dropping
from goldkit.cli import generate_filters as filtering
from goldkit.cli import generate_sampling as sampling
from goldkit.cli.not_used import refuse_others
from goldkit.cli.output import out, out_json, say, say_all
from goldkit.cli.progress import Counter
from goldkit.cli.rejected import list_rejected
from goldkit.cli.shortfall import shortfall
from goldkit.errors import UsageError
from goldkit.files.interrupts import held
from goldkit.phrases import counted

if TYPE_CHECKING:
    from goldkit.generation.choice import Choice
    from goldkit.generation.like_log import LikeLog
    from goldkit.generation.plan import Plan
    from goldkit.llm.connect import Connection
    from goldkit.records import JSON
    from goldkit.results.generate import GenerateResult
    from goldkit.results.usage import Price
    from goldkit.store.golden import GoldenDirectory
    from goldkit.text.redact import Redactor

PickQuotes = Annotated[
    bool,
    typer.Option(
        "--pick-quotes",
        help="Let the model pick its quote from the chunk's sentences: for small models. --local always does.",
    ),
]
Rejected = Annotated[
    bool,
    typer.Option(
        "--rejected",
        help="List the drafts that were rejected, and why; ask nothing. With --style or --reason only those.",
    ),
]
Reason = Annotated[
    list[str] | None,
    typer.Option(
        "--reason", metavar="REASON", help="With --rejected: only for that reason, as it was counted; repeatable."
    ),
]


def generate(
    context: typer.Context,
    corpus: options.OptionalCorpus = None,
    n: Annotated[
        int | None, typer.Option("-n", metavar="N", min=1, help="How many questions; exactly so many, or exit 4.")
    ] = None,
    style: styles.Styles = None,
    only: sampling.Only = None,
    except_: sampling.Except = None,
    ask_all: sampling.AskAll = False,
    like_log: sampling.LikeTheLog = False,
    seed: options.Seed = 0,
    model: model_options.Model = None,
    base_url: model_options.BaseUrl = None,
    api_key_env: model_options.ApiKeyEnv = None,
    local: model_options.Local = False,
    replay: model_options.Replay = None,
    pick_quotes: PickQuotes = False,
    concurrency: model_options.Concurrency = 4,
    rpm: model_options.Rpm = None,
    tpm: model_options.Tpm = None,
    max_total_tokens: model_options.MaxTotalTokens = None,
    max_cost: model_options.MaxCost = None,
    prices: model_options.Prices = None,
    timeout: model_options.Timeout = 60.0,
    prompts: model_options.Prompts = None,
    examples_from_log: styles.ExamplesFromLog = 0,
    check_others: filtering.CheckOthers = 0,
    round_trip: filtering.RoundTrip = None,
    redact_rules: redaction.RulesFile = None,
    rejected: Rejected = False,
    reason: Reason = None,
    drop: dropping.Drop = None,
    golden: options.Golden = options.GOLDEN,
    dry_run: options.DryRun = False,
    as_json: options.Json = False,
) -> None:
    """Sample chunks over all documents and let a model ask about them: synthetic questions, proposed, never decided.

    A question stays only if it stands on its own and its quote stands in the chunk; everything else is counted by reason.
    Raw replies are kept in the golden directory's journal: nothing that was paid for is asked twice.
    """
    if drop is not None:
        refuse_others(context, "--drop", "asks nothing", ("--golden", "--dry-run", "--json"))
        dropping.drop(golden, drop, dry_run, as_json)
        return
    if rejected:
        refuse_others(context, "--rejected", "asks nothing", ("--style", "--reason", "--golden", "--json"))
        list_rejected(golden, style, reason, as_json)
        return
    corpus, n = _needed(corpus, n, reason)
    from goldkit.files.alone import alone
    from goldkit.generation.choice import Choice
    from goldkit.generation.plan import STYLES
    from goldkit.library import private
    from goldkit.llm.connect import Connection, check
    from goldkit.store.golden import GoldenDirectory

    directory = GoldenDirectory(golden)
    busy = f"another `goldkit generate` is asking for {golden}; wait until it has ended, then run this again"
    with nullcontext() if dry_run else alone(golden, busy):
        price = spending.price_of(model, prices, golden)
        redactor = private.redactor(golden, True, redact_rules, None)
        command: JSON = {
            "corpus": str(corpus),
            "n": n,
            "styles": style or list(STYLES),
            "seed": seed,
            "only": only,
            "except": except_,
            "ask_all": ask_all,
            "like_log": like_log,
            "model": model,
            "local": local,
            "replay": None if replay is None else str(replay),
            "prompts": None if prompts is None else str(prompts),
        }
        if not dry_run and (result := _finished(directory, command, redactor)):
            _report(replace(result, price=price), directory, as_json)
            return
        choice = Choice(only or (), except_ or (), ask_all)
        like = sampling.like_the_log(directory, style) if like_log else None
        names = style or (list(like.styles) if like else list(STYLES))
        plan = _plan(directory, corpus, names, seed, prompts, choice, like)
        plan = styles.with_log_examples(directory, plan, examples_from_log)
        say_all(directory.notices)
        sampling.say_if_most_were_skipped(plan)
        wanted = Connection(
            model=model,
            base_url=base_url,
            api_key_env=api_key_env,
            local=local,
            replay=replay,
            picks=pick_quotes,
            concurrency=concurrency,
            rpm=rpm,
            tpm=tpm,
            budget=spending.budget(max_total_tokens, max_cost, price, model),
            timeout=timeout,
        )
        if dry_run:
            check(wanted, named=False)
            _estimate(plan, n, check_others, price, as_json)
            return
        looking = filtering.Looking(corpus, prompts, check_others, redactor, round_trip)
        result = _run(directory, plan, n, wanted, looking, command)
        _report(replace(result, price=price), directory, as_json)


def _needed(corpus: Path | None, n: int | None, reason: list[str] | None) -> tuple[Path, int]:
    """The corpus and the number, which only --rejected does without."""
    if corpus is None or n is None:
        missing = " and ".join(name for name, value in (("--corpus C", corpus), ("-n N", n)) if value is None)
        raise UsageError(
            f"{missing} missing: what to ask about, and how many questions; --rejected and --drop need neither"
        )
    if reason:
        raise UsageError("--reason goes with --rejected")
    return corpus, n


def _plan(
    directory: GoldenDirectory,
    corpus: Path,
    names: list[str],
    seed: int,
    prompts: Path | None,
    choice: Choice,
    like: LikeLog | None,
) -> Plan:
    from goldkit.formats.corpus import read_corpus
    from goldkit.generation.plan import passing_over, plan_generation

    queries, copies = directory.queries(), directory.copies()
    plan = plan_generation(
        read_corpus(corpus),
        names,
        seed=seed,
        queries=queries,
        copies=copies,
        prompts=prompts,
        choice=choice,
        like=like,
    )
    return passing_over(plan, (draft.key for draft in directory.rejected()))


def _run(
    directory: GoldenDirectory, plan: Plan, n: int, wanted: Connection, looking: filtering.Looking, command: JSON
) -> GenerateResult:
    """Ask, and save what there is, before anything is said about what there is not."""
    from goldkit.generation.generate import generate as ask
    from goldkit.llm.connect import connected
    from goldkit.sets import unsaved

    with connected(wanted, directory.path / "journal") as model:
        context = filtering.context_of(directory, plan, model, looking)
        counter = Counter("questions")
        try:
            result = ask(
                plan,
                n,
                model,
                at=clock.now(),
                context=context,
                progress=lambda found, calls: counter.show(found, n, f", {counted(calls, 'request')}"),
            )
        except KeyboardInterrupt:
            counter.clear()
            kept = sum(1 for _ in (directory.path / "journal").glob("*.json"))
            say(f"{counted(kept, 'reply')} kept, no question of this run is written yet; the same command goes on")
            raise
        finally:
            counter.clear()
    filtering.say_what_was_left_out(context)
    if result.queries or result.rejects:
        with held():
            unsaved.put_aside(directory, result, command)
            unsaved.save(directory, result, looking.redactor)
    return result


def _finished(directory: GoldenDirectory, command: JSON, redactor: Redactor | None) -> GenerateResult | None:
    """Save what a killed run had begun to save. Returns its result when it was a run of this very command, which is then done."""
    from goldkit.files import canonical
    from goldkit.sets import unsaved

    left = unsaved.put_aside_before(directory)
    if left is None:
        return None
    killed, result = left
    with held():
        unsaved.save(directory, result, redactor)
    say(f"a run that was killed while it was saving is saved: {counted(len(result.queries), 'question')}")
    if canonical.encode(killed) == canonical.encode(command):
        return result
    unsaved.saved(directory)
    return None


def _estimate(plan: Plan, n: int, judged: int, price: Price | None, as_json: bool) -> None:
    from goldkit.generation.plan import estimate
    from goldkit.reports.generate_text import estimate_text

    guess = replace(estimate(plan, n, judged), price=price)
    spending.say_estimate(guess, estimate_text(guess), as_json)


def _report(result: GenerateResult, directory: GoldenDirectory, as_json: bool) -> None:
    """Say what came of it; only then is a run over, and no longer finished by the next one."""
    from goldkit.reports.generate_text import generate_text
    from goldkit.sets import unsaved

    if as_json:
        out_json(result.to_dict())
    else:
        out(generate_text(result))
    sys.stdout.flush()
    unsaved.saved(directory)
    if result.short:
        raise shortfall(result, directory.path)
    say(f"next: goldkit review{options.same(directory.path)}")
