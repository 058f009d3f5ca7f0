"""`goldkit generate --drop MODEL`: withdraw the questions that one model wrote."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from goldkit.cli import clock
from goldkit.cli.output import out, out_json, say, say_all
from goldkit.errors import UsageError

Drop = Annotated[
    str | None,
    typer.Option(
        "--drop",
        metavar="MODEL",
        help="Withdraw what that model wrote: its questions are set aside, its proposals withdrawn; ask nothing.",
    ),
]


def drop(golden: Path, model: str, dry_run: bool, as_json: bool) -> None:
    """Withdraw, or with dry_run only say what would go."""
    from goldkit.reports.drop_text import drop_text
    from goldkit.sets.dropped import drop as withdraw
    from goldkit.store.golden import GoldenDirectory

    directory = GoldenDirectory.open(golden)
    result = withdraw(directory, model, clock.now(), dry_run=dry_run)
    say_all(dict.fromkeys(directory.notices))
    if result.nothing:
        there = f"there are questions of {', '.join(result.others)}" if result.others else "no model wrote any question"
        raise UsageError(f"--drop {model}: no question of that model; {there}")
    if as_json:
        out_json(result.to_dict())
    else:
        out(drop_text(result))
    if dry_run:
        say("dry run: nothing was changed")
