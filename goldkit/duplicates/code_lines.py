"""Lines that are code, configuration, a command, an entry of a log, and lines that only look as if they could be."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from goldkit.duplicates.unfolded import Token
from goldkit.duplicates.vocabulary import BLOCK_WORDS, STATEMENTS

BULLETS = frozenset("•‣◦▪·*-–")

_SIGNS = frozenset("={}\\|")
_STARTS = frozenset(">!%;@/<~")
_CLOCK = re.compile(r"\d\d:\d\d:\d\d")
_LOG_HEAD = 7


def is_code(line: Sequence[Token]) -> bool:
    """A line that no wrapped prose has: with columns parted by tabs, a statement of SQL, a log entry, a heading or comment
    (#), a row (|), a line of a patch (+)."""
    first = line[0].text
    return (
        first in STATEMENTS or first in ("#", "|", "+") or _is_log(line) or any("\t" in token.gap for token in line[1:])
    )


def may_be_code(line: Sequence[Token]) -> bool:
    """A line with a sign that code has; prose that mentions code has it too."""
    first, last = line[0], line[-1]
    if any(token.kind == "sign" and token.text in _SIGNS for token in line) or _has_arrow_or_call(line):
        return True
    if first.kind == "sign" and (first.text in _STARTS or (first.text in "-*" and _is_doubled(line))):
        return True
    comment = any(token.text == "#" and not token.glued for token in line)
    return comment or last.text == ";" or _is_key(line) or (last.text == ":" and first.text in BLOCK_WORDS)


def _is_log(line: Sequence[Token]) -> bool:
    """A time of day in seconds near the start. A date in figures alone may begin a line of wrapped prose as well."""
    return any(token.kind == "number" and _CLOCK.match(token.text) for token in line[:_LOG_HEAD])


def _is_doubled(line: Sequence[Token]) -> bool:
    return len(line) > 1 and line[1].glued and line[1].text == line[0].text == "-"


def _has_arrow_or_call(line: Sequence[Token]) -> bool:
    """An arrow (->), a scope (::), a doubled & or a variable ($x) anywhere, or nothing on the line but one call (f(x))."""
    pairs = {one.text + two.text for one, two in pairwise(line) if two.glued}
    if pairs & {"->", "::", "&&", "/*", "*/"} or any(pair[0] == "$" and pair[1:2].isalpha() for pair in pairs):
        return True
    alone = all(token.glued for token in line[1:])
    return alone and any(token.text in "([" for token in line[1:])


def _is_key(line: Sequence[Token]) -> bool:
    """`key:` or `key: value`, the key one word or glued words, perhaps quoted, perhaps after a bullet."""
    at = 1 if line[0].text in BULLETS and len(line) > 1 and not line[1].glued else 0
    end = at + 1
    while end < len(line) and line[end].glued:
        end += 1
    return end - at > 1 and line[end - 1].text == ":" and line[at].text not in "([*_"
