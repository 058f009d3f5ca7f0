"""What can go wrong, by who has to act.

GoldkitError
├── UsageError        the command line or the call asks for something that does not exist or does not fit (exit 2)
├── DataError         a file holds something else than it should; lists every problem found (exit 3)
├── EndpointError     an LLM or retrieval endpoint failed for good (exit 4)
└── IncompleteError   the work stopped before all of it was done; what is done is kept (exit 4)

Everything else that reaches the top is a bug in goldkit (exit 70). The exit codes live in goldkit.cli.exits.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

SHOWN = 20
"""How many problems of one input are printed before the rest is only counted."""


class GoldkitError(Exception):
    """The base of all errors that a user can act on."""


class UsageError(GoldkitError):
    """The request itself does not fit: an unknown name, a missing file argument, options that exclude each other."""


class EndpointError(GoldkitError):
    """A remote or local endpoint failed for good; the message carries the endpoint's own words."""


class IncompleteError(GoldkitError):
    """The work ended early. What was done is on disk; the message says how to go on."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong in one place of an input.

    path: the file or directory; line: 1-based, None where lines mean nothing (a directory, a binary file). quote: what stands
    there, word for word; it is left out where it may be held out.
    """

    path: str
    line: int | None
    found: str
    expected: str
    cure: str = ""
    quote: str = ""

    @property
    def what(self) -> str:
        """What was found and what was expected."""
        quote = f": {self.quote}" if self.quote else ""
        return f"{self.found}{quote}; expected {self.expected}"

    def __str__(self) -> str:
        place = self.path if self.line is None else f"{self.path}:{self.line}"
        text = f"{place}: found {self.what}"
        return f"{text}. {self.cure}" if self.cure else text


class DataError(GoldkitError):
    """Input that is not what it should be. `problems` holds all of them; the text shows the first 20 and a count."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        lines = [str(problem) for problem in self.problems[:SHOWN]]
        if len(self.problems) > SHOWN:
            lines.append(f"… and {len(self.problems) - SHOWN} more")
        super().__init__("\n".join(lines))


def bad(path: str | Path, line: int | None, found: str, expected: str, cure: str = "") -> DataError:
    """A DataError with a single problem."""
    return DataError([Problem(str(path), line, found, expected, cure)])
