r"""A team's own rules of what to replace, one a line.

`EMPLOYEE: \bE\d{6}\b` adds one, `keep: \bT2_\w+` is never replaced, `off: PHONE` turns a built-in one off, `#` begins a comment.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from goldkit.errors import DataError, Problem
from goldkit.files.utf8 import read_text
from goldkit.text.private_forms import FORMS
from goldkit.text.redact import Rules

NAME = re.compile(r"[A-Z][A-Z0-9_]*")
EXPECTED = "NAME: PATTERN (NAME in capitals), keep: PATTERN, or off: RULE"


@dataclass(slots=True)
class _Line:
    path: Path
    number: int
    head: str
    rest: str

    def problem(self, found: str, expected: str = EXPECTED, cure: str = "") -> Problem:
        return Problem(str(self.path), self.number, found, expected, cure)


def read_rules(path: Path) -> Rules:
    """The built-in rules with a team's changes. Raises DataError with every line that is no rule, and as read_text.

    A pattern is a regular expression of Python; one that repeats inside a repeat can take very long, which is not checked.
    """
    own: dict[str, re.Pattern[str]] = {}
    keep: list[re.Pattern[str]] = []
    off: set[str] = set()
    problems: list[Problem] = []
    for line in _lines(path):
        if line.head == "off":
            problems += [] if line.rest in FORMS else [line.problem(f"off: {line.rest}", f"one of {', '.join(FORMS)}")]
            off.add(line.rest)
        elif line.head == "keep" or NAME.fullmatch(line.head):
            pattern = _pattern(line, problems)
            if pattern is None:
                continue
            if line.head == "keep":
                keep.append(pattern)
            elif line.head in own or line.head in FORMS:
                cure = "Name it otherwise, or join the patterns with |."
                problems.append(
                    line.problem(f"{line.head} a second time", "each name once; built-in names are taken", cure)
                )
            else:
                own[line.head] = pattern
        else:
            problems.append(line.problem(f"{line.head}: {line.rest}".strip(": ") or "nothing before the colon"))
    if problems:
        raise DataError(problems)
    forms = {name: form for name, form in FORMS.items() if name not in off}
    return Rules(forms=forms, own=own, keep=tuple(keep))


def _lines(path: Path) -> list[_Line]:
    lines = []
    for number, text in enumerate(read_text(path).split("\n"), 1):
        if text.strip() and not text.lstrip().startswith("#"):
            head, _, rest = text.partition(":")
            lines.append(_Line(path, number, head.strip(), rest.strip()))
    return lines


def _pattern(line: _Line, problems: list[Problem]) -> re.Pattern[str] | None:
    try:
        pattern = re.compile(line.rest)
    except (re.error, OverflowError, RecursionError) as error:
        problems.append(line.problem(f"{line.rest!r}: {error}", "a regular expression"))
        return None
    if not line.rest or pattern.search("") is not None:
        problems.append(line.problem(f"{line.rest!r}, which matches nothing at all", "a pattern of at least one sign"))
        return None
    return pattern
