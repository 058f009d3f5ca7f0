"""`goldkit review`: a person confirms what logs, generators and copies suggest."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Annotated

import typer

from goldkit.cli import options, output
from goldkit.cli.chunks import read_chunks
from goldkit.cli.clock import now
from goldkit.cli.judge_name import judge_name
from goldkit.errors import UsageError
from goldkit.reports.review_text import applied_text, reviewed_text

if TYPE_CHECKING:
    from goldkit.records import Chunk
    from goldkit.results.review import Reviewed
    from goldkit.review.sitting import Sitting
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
    terminal: Annotated[bool, typer.Option("--terminal", help="Ask here in the terminal, not on a page.")] = False,
    port: Annotated[
        int | None,
        typer.Option("--port", metavar="P", min=0, max=65535, help="Where the page is served; 0 takes any free port."),
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Only say where the page is; open no browser.")] = False,
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
    audit: Annotated[
        bool,
        typer.Option(
            "--audit", help="Judge your own grades again, blind: it tells how steady you are; no label changes."
        ),
    ] = False,
    share: Annotated[
        str | None,
        typer.Option(
            "--share", metavar="I/N", help="Offer only the I-th of N parts of the questions: one for each judge."
        ),
    ] = None,
    overlap: Annotated[
        str | None,
        typer.Option(
            "--overlap", metavar="P%", help="So many of the questions for every judge, to see how far they agree."
        ),
    ] = None,
    frozen: Annotated[
        str | None,
        typer.Option(
            "--frozen",
            metavar="NAME",
            help="Go through that frozen set, blind: what is disputed or proposed there; its next version takes up what you say.",
        ),
    ] = None,
    corpus: options.OptionalCorpus = None,
    golden: options.Golden = options.GOLDEN,
    json: options.Json = False,
) -> None:
    """Judge what is proposed, one key a verdict; each is on disk before the next is shown, and a later call goes on there.

    Opens a page in the browser, served on this machine only; with --terminal it asks right here. Ctrl-C ends it.
    Keys: 0 to 3 a grade · c cannot judge · s later · u undo · n note · e evidence · ? all the others.
    """
    from goldkit.store.golden import GoldenDirectory

    if apply is not None and (again or terminal):
        raise UsageError("--apply asks nobody, so it goes without --terminal and --again")
    if apply is not None and (audit or frozen is not None or share is not None or overlap is not None):
        raise UsageError("--apply asks nobody, so it goes without --audit, --frozen, --share and --overlap")
    if audit and frozen is not None:
        raise UsageError("--audit measures and --frozen corrects: give one of the two")
    if (apply is not None or terminal) and (no_open or port is not None):
        raise UsageError("--port and --no-open are about the page: they go without --terminal and --apply")
    directory = GoldenDirectory.open(golden)
    name = judge_name(judge)
    if apply is not None:
        _apply(directory, apply, name, read_chunks(corpus), json)
        return
    from goldkit.review.share import read_share
    from goldkit.review.sitting import Sitting

    sitting = Sitting(again=again, share=read_share(share, overlap), audit=audit, frozen=frozen)
    ask = _ask if terminal else partial(_serve, port=port, browser=not no_open)
    if frozen is not None:
        output.say(f"{frozen} is held out: whoever judges its questions should not be the one who tunes the retriever")
    done, *others = ask(directory, name, read_chunks(corpus), sitting)
    if json:
        invited = {"others": [one.to_dict() for one in others]} if others else {}
        output.out_json(done.to_dict() | invited)
    else:
        for one in (done, *others):
            output.say(reviewed_text(one))
        output.say(_next(done, again, options.same(golden), frozen))


def _ask(
    directory: GoldenDirectory,
    judge: str,
    corpus: Iterable[Chunk],
    sitting: Sitting,
) -> tuple[Reviewed, ...]:
    from goldkit.cli.console import open_console
    from goldkit.review.library import Library
    from goldkit.review.session import Session
    from goldkit.review.terminal import review_in_terminal

    library = Library(corpus)
    session = Session(directory, judge, now, library.chunks(), sitting)
    output.say_all(directory.notices)
    with open_console() as console:
        return (review_in_terminal(session, console, library),)


def _serve(
    directory: GoldenDirectory,
    judge: str,
    corpus: Iterable[Chunk],
    sitting: Sitting,
    port: int | None,
    browser: bool,
) -> tuple[Reviewed, ...]:
    from goldkit.cli.browser import open_page
    from goldkit.review.library import Library
    from goldkit.review.page.desks import Desks
    from goldkit.review.page.server import PageServer
    from goldkit.review.session import Session

    library = Library(corpus)

    def begin(name: str, sitting: Sitting) -> Session:
        return Session(directory, name, now, library.chunks(), sitting)

    desks = Desks(judge, begin, library, sitting)
    output.say_all(directory.notices)
    server = PageServer(desks, lambda: token_urlsafe(24), port)
    server.serve(lambda: open_page(server.address(), server.port, judge, browser))
    return desks.done()


def _apply(directory: GoldenDirectory, path: Path, judge: str, corpus: Iterable[Chunk], json: bool) -> None:
    from goldkit.review.apply import apply_verdicts

    applied = apply_verdicts(directory, path, judge, now(), corpus)
    output.say_all(directory.notices)
    if json:
        output.out_json(applied.to_dict())
    else:
        output.say(applied_text(applied))


def _next(done: Reviewed, again: bool, golden: str, frozen: str | None) -> str:
    """What comes after a sitting."""
    if done.progress.left:
        return "the same command goes on here"
    if frozen is not None:
        return f"next: goldkit freeze NEW --from {frozen}{golden} seals a version of it with what was said"
    if done.progress.done or again:
        return f"next: goldkit widen --corpus C{golden}, then goldkit freeze"
    return "nothing is proposed that nobody decided; goldkit mine proposes, --again offers what others decided"
