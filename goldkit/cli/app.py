"""The list of commands: name, panel, function. A new command is one file beside this one and one line in COMMANDS."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

import typer

from goldkit.cli import output
from goldkit.cli.check import check
from goldkit.cli.demo import demo
from goldkit.cli.diff import diff
from goldkit.cli.freeze import freeze
from goldkit.cli.generate import generate
from goldkit.cli.import_ import import_
from goldkit.cli.mine import mine
from goldkit.cli.pool import pool
from goldkit.cli.retrieve import retrieve
from goldkit.cli.review import review
from goldkit.cli.score import score
from goldkit.cli.status import status
from goldkit.cli.widen import widen

START, BUILD, MEASURE, KEEP = "Start", "Build", "Measure", "Keep"
MAIN_LINE = """goldkit: golden sets for retrieval

  1. mine    your logs            goldkit mine logs/* --corpus corpus.jsonl
  2. review  what they propose    goldkit review
  3. widen   over the copies      goldkit widen --corpus corpus.jsonl
  4. freeze  a held-out part      goldkit freeze core --holdout 0.5 --k 10 --seed 1
  5. score   your pipelines       goldkit score core before.jsonl after.jsonl

See it on samples: goldkit demo · All commands: goldkit --help"""


class Command(NamedTuple):
    """One command. example: a line that works in the folder that `goldkit demo` makes; the help shows it."""

    name: str
    panel: str
    function: Callable[..., Any]
    example: str


COMMANDS: tuple[Command, ...] = (
    Command("demo", START, demo, "goldkit demo elsewhere"),
    Command("status", START, status, "goldkit status"),
    Command("check", START, check, "goldkit check"),
    Command("mine", BUILD, mine, "goldkit mine logs/search_ubi.ndjson --corpus corpus.jsonl"),
    Command(
        "generate",
        BUILD,
        generate,
        "goldkit generate --corpus corpus.jsonl -n 24 --seed 7 --replay journal --golden fresh",
    ),
    Command("review", BUILD, review, "goldkit review --apply review.jsonl --corpus corpus.jsonl"),
    Command("widen", BUILD, widen, "goldkit widen --corpus corpus.jsonl"),
    Command("import", BUILD, import_, "goldkit import mapping questions.jsonl --corpus corpus.jsonl --golden imported"),
    Command("pool", MEASURE, pool, "goldkit pool runs/dense.jsonl runs/hybrid.jsonl --corpus corpus.jsonl"),
    Command("freeze", MEASURE, freeze, "goldkit freeze autumn --holdout 0.5 --k 10 --seed 1"),
    Command("retrieve", MEASURE, retrieve, "goldkit retrieve pipeline:retrieve --set dev -o runs/words.jsonl"),
    Command("score", MEASURE, score, "goldkit score core runs/dense.jsonl runs/hybrid.jsonl runs/hybrid-rerank.jsonl"),
    Command("diff", KEEP, diff, "goldkit diff runs/hybrid.jsonl runs/hybrid-current.jsonl --corpus corpus.jsonl"),
)

app = typer.Typer(
    name="goldkit",
    help="Golden sets for retrieval: make them, keep them honest, score runs against them.",
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def main(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", help="Print the version."),
) -> None:
    """Golden sets for retrieval: make them, keep them honest, score runs against them."""
    if version:
        from importlib.metadata import version as installed

        output.out(f"goldkit {installed('goldkit')}")
    elif context.invoked_subcommand is None:
        output.out(MAIN_LINE)


def _help(function: Callable[..., Any]) -> str:
    """A function's docstring with each paragraph on one line, for typer to wrap."""
    paragraphs = inspect.cleandoc(function.__doc__ or "").split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


for command in COMMANDS:
    app.command(
        command.name,
        help=_help(command.function),
        epilog=f"Example: {command.example}",
        rich_help_panel=command.panel,
    )(command.function)
