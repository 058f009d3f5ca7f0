"""Whether a chunk can hold an answer at all: asking about a list of links or a bare heading costs money and yields nothing."""

from __future__ import annotations

import re

from goldkit.text.tokens import words

LEAST_WORDS = 5
"""Words that a statement has at least: "Helmets are compulsory in the hall"."""
LEAST_UNSPACED = 10
"""The same in characters, for scripts without spaces."""
HEADING = re.compile(r"^\s*(?:#{1,6}\s.*|[=\-~*_]{3,})$")
LINK = re.compile(r"!?\[(?P<label>[^\]]*)\]\([^)]*\)|<?https?://\S+>?")
STRUCTURE = re.compile(r"^\s*(?:[-*+>|]|\d+[.)]|```\w*)\s*")


def why_not(text: str) -> str | None:
    """The reason why nothing can be asked about a text, or None. Short, listed and tabular facts are facts."""
    if not text.strip():
        return "empty"
    if any("\ud800" <= sign <= "\udfff" for sign in text):
        return "broken text (a lone surrogate)"
    lines = [line for line in text.splitlines() if line.strip()]
    prose = [line for line in lines if not HEADING.match(line)]
    if not _amount(" ".join(lines)):
        return "too short"
    if not _amount(" ".join(prose)):
        return "only headings"
    bare = [STRUCTURE.sub("", LINK.sub(" ", line)) for line in prose]
    if not _amount(" ".join(bare)):
        return "only links"
    linked = sum(1 for line in prose if LINK.search(line))
    if linked * 2 > len(prose) and not any(_amount(line) for line in bare):
        return "mostly links"
    return None


def _amount(text: str) -> bool:
    """Whether there are enough words for a statement."""
    found = words(text)
    letters = [word for word in found if any(sign.isalnum() for sign in word)]
    single = sum(1 for word in letters if len(word) == 1 and ord(word) > 0x0E00)
    return len(letters) >= (LEAST_UNSPACED if single * 2 > len(letters) else LEAST_WORDS)
