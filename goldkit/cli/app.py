"""The list of commands: name, panel, file. A new command is one file beside this one and one line in COMMANDS."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NamedTuple

import typer

from goldkit.cli import output
from goldkit.cli.loudness import LOUDNESS
from goldkit.cli.plain_values import PlainCommand, PlainGroup
from goldkit.errors import UsageError

START, BUILD, MEASURE, KEEP = "Start", "Build", "Measure", "Keep"
HELP = "Golden sets for retrieval: make them, keep them honest, score runs against them."
MAIN_LINE = """goldkit: golden sets for retrieval

  1. mine    your logs            goldkit mine logs/* --corpus corpus.jsonl
  2. review  what they propose    goldkit review
  3. widen   over the copies      goldkit widen --corpus corpus.jsonl
  4. freeze  a held-out part      goldkit freeze core --holdout 0.5 --k 10 --seed 1
  5. score   your pipelines       goldkit score core before.jsonl after.jsonl

See it on samples: goldkit demo · All commands: goldkit --help"""


class Command(NamedTuple):
    """One command. module: the file beside this one, with a function of the same name in it.

    example: a line that works in the folder that `goldkit demo` makes; the help shows it.
    """

    name: str
    panel: str
    module: str
    example: str

    @property
    def function(self) -> Callable[..., Any]:
        """What it does; only now is its file imported."""
        function: Callable[..., Any] = getattr(import_module(f"goldkit.cli.{self.module}"), self.module)
        return function


COMMANDS: tuple[Command, ...] = (
    Command("demo", START, "demo", "goldkit demo elsewhere"),
    Command("status", START, "status", "goldkit status"),
    Command("check", START, "check", "goldkit check"),
    Command("mine", BUILD, "mine", "goldkit mine logs/search_ubi.ndjson --corpus corpus.jsonl"),
    Command(
        "generate",
        BUILD,
        "generate",
        "goldkit generate --corpus corpus.jsonl -n 24 --seed 7 --replay journal --golden fresh",
    ),
    Command("review", BUILD, "review", "goldkit review --apply review.jsonl --corpus corpus.jsonl"),
    Command("judge", BUILD, "judge", "goldkit judge runs/dense.jsonl --corpus corpus.jsonl --dry-run"),
    Command("widen", BUILD, "widen", "goldkit widen --corpus corpus.jsonl"),
    Command(
        "import", BUILD, "import_", "goldkit import mapping questions.jsonl --corpus corpus.jsonl --golden imported"
    ),
    Command("pool", MEASURE, "pool", "goldkit pool runs/dense.jsonl runs/hybrid.jsonl --corpus corpus.jsonl"),
    Command("freeze", MEASURE, "freeze", "goldkit freeze autumn --holdout 0.5 --k 10 --seed 1"),
    Command("retrieve", MEASURE, "retrieve", "goldkit retrieve pipeline:retrieve --set dev -o runs/words.jsonl"),
    Command(
        "score", MEASURE, "score", "goldkit score core runs/dense.jsonl runs/hybrid.jsonl runs/hybrid-rerank.jsonl"
    ),
    Command("diff", KEEP, "diff", "goldkit diff runs/hybrid.jsonl runs/hybrid-current.jsonl --corpus corpus.jsonl"),
    Command("export", KEEP, "export", "goldkit export beir exported --corpus corpus.jsonl"),
    Command("rebase", KEEP, "rebase", "goldkit rebase --corpus corpus.jsonl"),
    Command("dedupe", KEEP, "dedupe", "goldkit dedupe --corpus corpus.jsonl --keep smaller.jsonl"),
)


def main(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", help="Print the version."),
    quiet: bool = typer.Option(False, "--quiet", "-q", help="Say nothing on stderr but errors."),
    verbose: bool = typer.Option(
        False, "--verbose", "-v", help="Say also what took how long, and where in the code an error arose."
    ),
) -> None:
    """The version, or the main line where no command is called."""
    if quiet and verbose:
        raise UsageError("--quiet and --verbose exclude each other")
    LOUDNESS.set("quiet" if quiet else "verbose" if verbose else "plain")
    if version:
        from importlib.metadata import version as installed

        output.out(f"goldkit {installed('goldkit')}")
    elif context.invoked_subcommand is None:
        output.out(MAIN_LINE)


def _help(function: Callable[..., Any]) -> str:
    """A function's docstring with each paragraph on one line, for typer to wrap."""
    paragraphs = inspect.cleandoc(function.__doc__ or "").split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


def app_for(arguments: Sequence[str]) -> typer.Typer:
    """The app with the command that is called, or with all of them where none is: the files of the others are not imported."""
    app = typer.Typer(
        name="goldkit",
        cls=PlainGroup,
        help=HELP,
        add_completion=True,
        pretty_exceptions_enable=False,
        rich_markup_mode="rich",
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(help=HELP, invoke_without_command=True)(main)
    first = next((word for word in arguments if not word.startswith("-")), None)  # goldkit's own options are all flags
    called = [command for command in COMMANDS if command.name == first]
    for command in called or COMMANDS:
        app.command(
            command.name,
            cls=PlainCommand,
            help=_help(command.function),
            epilog=f"Example: {command.example}",
            rich_help_panel=command.panel,
        )(command.function)
    return app
