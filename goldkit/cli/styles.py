"""What `generate` is told about the kinds of questions, and the examples that show them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from goldkit.cli.output import say
from goldkit.phrases import counted

if TYPE_CHECKING:
    from goldkit.generation.plan import Plan
    from goldkit.store.golden import GoldenDirectory

Styles = Annotated[
    list[str] | None,
    typer.Option(
        "--style",
        metavar="STYLE",
        help="A kind of question, repeatable, in equal parts: direct, vague (these two by default), exact, keyword, typo, multi, "
        "unanswerable, followup, a prompt of --prompts, or all of them: all.",
    ),
]
ExamplesFromLog = Annotated[
    int,
    typer.Option(
        "--examples-from-log",
        metavar="N",
        min=0,
        help="Show the model N confirmed questions of your log in place of each prompt's invented examples, so that style and "
        "length match. Only questions of dev: nothing frozen, embargoed, burned or set aside, nor what is tied to that.",
    ),
]


def with_log_examples(directory: GoldenDirectory, plan: Plan, n: int) -> Plan:
    """The plan with n examples a style from the log, said on stderr; the plan itself for none."""
    if not n:
        return plan
    from goldkit.generation.examples import with_examples
    from goldkit.sets.log_examples import log_examples

    confirmed = list(log_examples(directory)) if directory.exists() else []
    prompts = tuple(with_examples(prompt, confirmed, n, plan.seed) for prompt in plan.prompts)
    say(f"examples: {counted(len(confirmed), 'confirmed log question')} may be shown")
    for prompt in prompts:
        shown = len(prompt.examples)
        say(
            f"  {prompt.name}: {counted(shown, 'question')} of yours"
            if shown
            else f"  {prompt.name}: its own examples, none fits"
        )
    return replace(plan, prompts=prompts)
