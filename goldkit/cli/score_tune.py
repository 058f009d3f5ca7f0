"""The option of `goldkit score` that says its figures choose something: what was tuned on is no longer held out from anybody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from goldkit.cli.clock import now
from goldkit.cli.output import say
from goldkit.phrases import counted

if TYPE_CHECKING:
    from goldkit.sets.scoreset import ScoreSet

Tune = Annotated[
    bool,
    typer.Option("--tune", help="These figures choose between pipelines: the set's queries enter no later hold-out."),
]


def check_tune(scoreset: ScoreSet, tune: bool) -> None:
    """Before anything is scored. Raises UsageError for a set that has no place to record it."""
    if tune:
        from goldkit.sets.burning import tuned_place

        tuned_place(scoreset)


def burn_tuned(scoreset: ScoreSet) -> None:
    """Record, before any figure is shown, that the set was tuned on."""
    from goldkit.sets.burning import record_tuned

    new = record_tuned(scoreset, now())
    said = f"tuned on: {counted(len(new), 'query')} of {scoreset.name} burned, recorded in split.jsonl"
    say(said if new else f"tuned on: every query of {scoreset.name} was burned before")
