"""Regular expressions of users that cannot run away: the forms from which backtracking takes exponential time are refused."""

from __future__ import annotations

import re

LONGEST = 500
"""Characters of a text that such a pattern is searched in; the rest is not looked at."""
MOST_REPEATS = 3
"""Open repeats in one pattern at most: each may multiply the time by the length of the text."""
_PART = re.compile(
    r"(?P<escape>\\.)|(?P<set>\[\^?\]?(?:\\.|[^\]\\])*\])|(?P<open>\((?:\?(?:P?<\w+>|[:>]|[a-z]*-?[a-z]+:))?)|(?P<close>\))"
    r"|(?P<repeat>[*+][+?]?|\{\d*,\d*\}[+?]?)|(?P<or>\|)|.",
    re.DOTALL,
)
_REFUSED = (
    (re.compile(r"(?<!\\)(?:\\\\)*\\(?:[1-9]|g<)|\(\?P="), "a reference back to a group"),
    (re.compile(r"(?<!\\)(?:\\\\)*\(\?(?:[=!]|<[=!])"), "a look ahead or behind"),
    (re.compile(r"(?<!\\)(?:\\\\)*\(\?\("), "a condition"),
)


def safe_pattern(text: str) -> re.Pattern[str]:
    """The pattern, compiled. Raises ValueError with what is wrong: no regular expression, or one that may run away."""
    try:
        pattern = re.compile(text)
    except (re.error, OverflowError, RecursionError) as error:
        raise ValueError(f"{text!r}: {error}") from error
    if pattern.match("") is not None:
        raise ValueError(f"{text!r}, which matches nothing at all")
    for refused, what in _REFUSED:
        if refused.search(text):
            raise ValueError(f"{text!r}, with {what}")
    _refuse_nesting(text)
    return pattern


def found_in(pattern: re.Pattern[str], text: str) -> bool:
    """Whether a pattern is found in the first LONGEST characters of a text."""
    return pattern.search(text, 0, LONGEST) is not None


def _refuse_nesting(text: str) -> None:
    """Raise ValueError for a repeat of a group that holds a repeat or a choice, and for too many repeats."""
    groups, closed, repeats = [False], False, 0
    for part in _PART.finditer(text):
        kind = part.lastgroup
        if kind == "repeat" and _is_open(part[0]):
            repeats += 1
            if closed:
                raise ValueError(f"{text!r}, which repeats a group that holds a repeat or a choice")
            groups[-1] = True
        elif kind == "or":
            groups[-1] = True
        elif kind == "open":
            groups.append(False)
        closed = False
        if kind == "close" and len(groups) > 1:
            closed = groups.pop()
            groups[-1] = groups[-1] or closed
    if repeats > MOST_REPEATS:
        raise ValueError(f"{text!r}, which has more than {MOST_REPEATS} open repeats")


def _is_open(repeat: str) -> bool:
    """Whether a repeat has no small upper limit."""
    upper = re.fullmatch(r"\{\d*,(\d*)\}[+?]?", repeat)
    return upper is None or not upper[1] or int(upper[1]) > 9
