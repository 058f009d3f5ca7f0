"""`goldkit freeze`: the leak-free held-out part, sealed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from goldkit.cli import clock, options, output
from goldkit.cli.status import FEW
from goldkit.phrases import counted
from goldkit.results.holdout import FreezePlan, Frozen


def freeze(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the frozen set is called, such as core.")],
    holdout: Annotated[
        float, typer.Option("--holdout", metavar="F", help="The fraction of dev's labelled queries to hold out.")
    ],
    k: Annotated[
        int | None,
        typer.Option("--k", metavar="K", help="How many chunks your system passes on; the settings' k by default."),
    ] = None,
    seed: options.Seed = 0,
    log_only: Annotated[bool, typer.Option("--log-only", help="Hold out questions from logs only.")] = False,
    golden: options.Golden = options.GOLDEN,
    dry_run: options.DryRun = False,
    as_json: options.Json = False,
) -> None:
    """Hold out a part of dev and seal it, before anyone tunes on it.

    Questions that depend on each other stay together; what is tied to a held-out question but cannot go with it is embargoed.
    A sealed set never changes. Freezing a name again only finishes a freeze that was interrupted.
    """
    from goldkit.holdout.freeze import freeze as seal
    from goldkit.holdout.freeze import rehearse
    from goldkit.store.golden import GoldenDirectory

    directory = GoldenDirectory.open(golden)
    plan: FreezePlan | None
    frozen: Frozen | None = None
    if dry_run:
        plan = rehearse(directory, name, holdout, seed, k=k, log_only=log_only)
    else:
        plan, frozen = seal(directory, name, holdout, seed, k=k, at=clock.now(), log_only=log_only)
    output.say_all(directory.notices)
    if as_json:
        output.out_json((plan.to_dict() if plan else {}) | (frozen.to_dict() if frozen else {}))
        return
    if plan is not None:
        _tell_plan(plan)
    if frozen is not None:
        _tell_frozen(frozen, golden)
    else:
        output.say("dry run: nothing was changed")


def _tell_plan(plan: FreezePlan) -> None:
    origins = ", ".join(f"{name} {count.held_out} of {count.dev}" for name, count in plan.origins.items())
    output.out(
        f"{plan.name}: {counted(len(plan.queries), 'query')} of {plan.candidates} with a label that counts "
        f"({plan.got:.0%}; {plan.wanted:.0%} wanted): {origins}"
    )
    output.out(
        f"blocks: {plan.block_count}, the largest of {counted(plan.largest_block, 'query')}; "
        f"unanswerable, riding along: {len(plan.unanswerable)}; embargoed: {len(plan.embargoed)}"
    )
    for reason, count in plan.kept_in.items():
        output.out(f"kept in dev: {count} {reason}")
    if plan.block_count < FEW:
        blocks = counted(plan.block_count, "block")
        output.say(f"warning: {plan.name} has {blocks}; with fewer than {FEW} no score against it gives a verdict")


def _tell_frozen(frozen: Frozen, golden: Path) -> None:
    if frozen.finished:
        output.out(
            f"{frozen.name} had been sealed by a freeze that was interrupted; its queries have left dev now. "
            "It is as that call asked for it."
        )
    else:
        output.out(f"sealed in {frozen.path}, k {frozen.k}, digest {frozen.digest[:12]}")
    output.say(
        f"next: commit the directory, then `goldkit score dev BEFORE AFTER{options.same(golden)}` while you tune; "
        "every look at a frozen set is counted"
    )
