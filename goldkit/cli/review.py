"""`goldkit review`: a person confirms what logs, generators and copies suggest."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from goldkit.cli import options, output
from goldkit.cli.clock import now
from goldkit.cli.judge_name import judge_name
from goldkit.errors import UsageError

if TYPE_CHECKING:
    from goldkit.records import Chunk
    from goldkit.results.review import Reviewed
    from goldkit.store.golden import GoldenDirectory


def review(
    apply: Annotated[
        Path | None,
        typer.Option(
            "--apply",
            metavar="FILE",
            readable=False,
            help="Add the verdicts recorded in FILE, on chunks or on pairs of copies, instead of asking.",
        ),
    ] = None,
    terminal: Annotated[bool, typer.Option("--terminal", help="Ask here in the terminal.")] = False,
    judge: Annotated[
        str | None,
        typer.Option(
            "--judge",
            metavar="NAME",
            envvar="GOLDKIT_JUDGE",
            help="Who judges; git's user name or the login name by default.",
        ),
    ] = None,
    again: Annotated[
        bool, typer.Option("--again", help="Offer what others have decided, too: a second opinion.")
    ] = False,
    corpus: options.OptionalCorpus = None,
    golden: options.Golden = options.GOLDEN,
    json: options.Json = False,
) -> None:
    """Judge what is proposed, one key a verdict; each is on disk before the next is shown, and a later call goes on there.

    Keys: 0 to 3 a grade · c cannot judge · s later · u undo · n note · e evidence · p pair of copies · m more · h help · q quit.
    """
    from goldkit.store.golden import GoldenDirectory

    if apply is not None and (again or terminal):
        raise UsageError("--apply asks nobody, so it goes without --terminal and --again")
    directory = GoldenDirectory.open(golden)
    name = judge_name(judge)
    if apply is not None:
        _apply(directory, apply, name, _corpus(corpus), json)
    else:
        _ask(directory, name, _corpus(corpus), again, golden, json)


def _ask(
    directory: GoldenDirectory, judge: str, corpus: Iterable[Chunk], again: bool, golden: Path, json: bool
) -> None:
    from goldkit.cli.console import open_console
    from goldkit.reports.review_text import reviewed_text
    from goldkit.review.session import Session
    from goldkit.review.terminal import review_in_terminal

    session = Session(directory, judge, now, corpus, again)
    output.say_all(directory.notices)
    with open_console() as console:
        done = review_in_terminal(session, console)
    if json:
        output.out_json(done.to_dict())
    else:
        output.say(reviewed_text(done))
        output.say(_next(done, again, options.same(golden)))


def _apply(directory: GoldenDirectory, path: Path, judge: str, corpus: Iterable[Chunk], json: bool) -> None:
    from goldkit.reports.review_text import applied_text
    from goldkit.review.apply import apply_verdicts

    applied = apply_verdicts(directory, path, judge, now(), corpus)
    output.say_all(directory.notices)
    if json:
        output.out_json(applied.to_dict())
    else:
        output.say(applied_text(applied))


def _corpus(path: Path | None) -> Iterable[Chunk]:
    from goldkit.formats.corpus import read_corpus

    return read_corpus(path) if path is not None else ()


def _next(done: Reviewed, again: bool, golden: str) -> str:
    """What comes after a sitting."""
    if done.progress.left:
        return "the same command goes on here"
    if done.progress.done or again:
        return f"next: goldkit widen --corpus C{golden}, then goldkit freeze"
    return "nothing is proposed that nobody decided; goldkit mine proposes, --again offers what others decided"
