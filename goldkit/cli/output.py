"""Where words go: data to stdout, everything said about it to stderr."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from goldkit.cli.loudness import quiet
from goldkit.cli.tame import tame
from goldkit.files import canonical


def out(text: str) -> None:
    """One or more lines of a report, to stdout; the last line end may be there or not."""
    print(tame(text.removesuffix("\n")))


def out_data(text: str) -> None:
    """Lines for a program, JSON or CSV, to stdout as they are; the last line end may be there or not."""
    print(text.removesuffix("\n"))


def out_json(value: Any) -> None:
    """A value as one line of canonical JSON, to stdout."""
    sys.stdout.write(canonical.line(value).decode())


def say(text: str, needed: bool = False) -> None:
    """Words for a person, to stderr; the last line end may be there or not. needed: said even where words are not wanted."""
    if needed or not quiet():
        print(tame(text.removesuffix("\n")), file=sys.stderr, flush=True)


def say_all(lines: Iterable[str]) -> None:
    """Several lines for a person, to stderr; a GoldenDirectory's notices, for one."""
    for line in lines:
        say(line)
