"""`goldkit freeze`: the leak-free held-out part, sealed."""

from __future__ import annotations

from typing import Annotated

import typer

from goldkit.cli import clock, options, output


def freeze(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the frozen set is called, such as core.")],
    holdout: Annotated[
        float | None,
        typer.Option("--holdout", metavar="F", help="The fraction of dev's labelled queries to hold out, such as 0.5."),
    ] = None,
    parent: Annotated[
        str | None,
        typer.Option("--from", metavar="OLD", help="Make a new version of this frozen set, with the labels of today."),
    ] = None,
    k: Annotated[
        int | None,
        typer.Option("--k", metavar="K", help="How many chunks your system passes on; the settings' k by default."),
    ] = None,
    seed: options.Seed = 0,
    log_only: Annotated[bool, typer.Option("--log-only", help="Hold out questions from logs only.")] = False,
    allow_burned: Annotated[
        bool,
        typer.Option("--allow-burned", help="Hold out burned questions too, shown or tuned on; the manifest says so."),
    ] = False,
    corpus: options.OptionalCorpus = None,
    wanted: Annotated[
        float,
        typer.Option(
            "--wanted", metavar="D", min=0.001, max=1, help="The difference you want to see, for how many queries."
        ),
    ] = 0.05,
    golden: options.Golden = options.GOLDEN,
    dry_run: options.DryRun = False,
    as_json: options.Json = False,
) -> None:
    """Hold out a part of dev and seal it, before anyone tunes on it.

    Questions that depend on each other stay together; what is tied to a held-out question but cannot go with it is embargoed.
    A sealed set never changes; --from makes a new version of one, with its corrected labels, what was embargoed because
    of it and, with --holdout, a further part of dev. Freezing a name again only finishes a freeze that was interrupted.
    """
    from goldkit.library.freeze import freeze as seal
    from goldkit.reports.freeze_text import frozen_text, plan_text
    from goldkit.reports.readiness_text import readiness_text
    from goldkit.store.golden import GoldenDirectory

    directory = GoldenDirectory.open(golden)
    result = seal(
        name,
        holdout,
        directory,
        at=clock.now(),
        parent=parent,
        k=k,
        seed=seed,
        log_only=log_only,
        allow_burned=allow_burned,
        corpus=corpus,
        wanted=wanted,
        dry_run=dry_run,
    )
    output.say_all(directory.notices)
    if as_json:
        output.out_json(result.to_dict())
        return
    if result.plan is not None:
        output.out(plan_text(result.plan))
    if result.readiness is not None:
        output.out(readiness_text(result.readiness))
    if result.frozen is not None:
        output.out(frozen_text(result.frozen))
        output.say(
            f"next: commit the directory, then `goldkit score dev BEFORE AFTER{options.same(golden)}` while you tune; "
            "every look at a frozen set is counted"
        )
    else:
        output.say("dry run: nothing was changed")
