"""Plain values of a command line are what typer makes of them, and all others are left to typer."""

import os
from pathlib import Path
from typing import Annotated, Literal

import pytest
import typer
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from goldkit.cli.plain_values import PlainCommand, PlainGroup

Choice = Literal["one", "two"]
SEEN: list[object] = []


def command(
    word: str,
    rest: list[str] | None = None,
    number: Annotated[int | None, typer.Option("--number", min=1, max=10**6)] = None,
    part: Annotated[float, typer.Option("--part", min=0, max=1)] = 0.5,
    choice: Annotated[Choice, typer.Option("--choice")] = "one",
    path: Annotated[Path | None, typer.Option("--path", envvar="PLAIN_PATH")] = None,
    folder: Annotated[Path, typer.Option("--folder", file_okay=False)] = Path("nowhere"),
    unread: Annotated[Path | None, typer.Option("--unread", readable=False)] = None,
    many: Annotated[list[Path] | None, typer.Option("--many")] = None,
    flag: Annotated[bool, typer.Option("--flag")] = False,
) -> None:
    """What it is called with is kept."""
    SEEN.append((word, rest, number, part, choice, path, folder, unread, many, flag))


def app(**classes) -> typer.Typer:
    made = typer.Typer(pretty_exceptions_enable=False, cls=classes.get("group"))
    made.callback(invoke_without_command=True)(lambda: None)
    made.command("command", cls=classes.get("command"))(command)
    return made


PLAIN, TYPERS = app(group=PlainGroup, command=PlainCommand), app()


def both(*arguments: str) -> tuple[tuple, tuple]:
    """Of either app: exit code, output, and what the command was called with."""
    found = []
    for one in (PLAIN, TYPERS):
        SEEN.clear()
        done = CliRunner().invoke(one, ["command", *arguments])
        found.append((done.exit_code, done.output, repr(SEEN)))
    return found[0], found[1]


WORDS = st.sampled_from(
    [
        "",
        "a",
        "1",
        "0",
        "10",
        "1000001",
        "007",
        "+5",
        " 5",
        "5.0",
        "1_0",
        "٣",
        "-",
        "one",
        "ONE",
        "two",
        "..",
        "x/y",
        "2.5",
    ]
)
OPTIONS = st.sampled_from(["--number", "--part", "--choice", "--path", "--folder", "--unread", "--many"])


@settings(deadline=None)
@given(st.lists(WORDS, max_size=3), st.lists(st.tuples(OPTIONS, WORDS), max_size=4), st.booleans())
def test_any_command_line_means_what_it_means_to_typer(words, options, flag):
    pairs = [word for pair in options for word in pair]
    plain, typers = both(*words, *pairs, *(["--flag"] if flag else []))
    assert plain == typers


@pytest.mark.parametrize("arguments", [[], ["--help"], ["a", "--nosuch"], ["a", "--number"], ["a", "--flag", "b", "c"]])
def test_help_and_errors_are_those_of_typer(arguments):
    plain, typers = both(*arguments)
    assert plain == typers


@pytest.mark.parametrize("option", ["--path", "--folder", "--unread", "--many"])
@pytest.mark.parametrize("kind", ["file", "folder", "closed", "missing"])
def test_a_path_is_checked_as_typer_checks_it(tmp_path, option, kind, monkeypatch):
    path = tmp_path / kind
    if kind == "folder":
        path.mkdir()
    elif kind != "missing":
        path.write_text("x")
    if kind == "closed":  # whoever runs the tests may be allowed to read anything
        monkeypatch.setattr(os, "access", lambda *_: False)
    plain, typers = both("a", option, str(path))
    assert plain == typers


def test_the_environment_is_read(monkeypatch):
    monkeypatch.setenv("PLAIN_PATH", "elsewhere")
    plain, typers = both("a")
    assert plain == typers
    assert "elsewhere" in plain[2]
