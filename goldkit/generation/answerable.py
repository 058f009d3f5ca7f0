"""Whether a chunk can hold an answer at all: asking about a list of links or a bare heading costs money and yields nothing."""

from __future__ import annotations

import re

from goldkit.text.sentences import HEADING, STRUCTURE
from goldkit.text.tokens import words

LEAST_WORDS = 5
"""Words that a statement has at least: "Helmets are compulsory in the hall"."""
LEAST_UNSPACED = 10
"""The same in characters, for scripts without spaces."""
UNSPACED_FROM = 0x0E00
"""Letters of scripts without spaces begin with Thai; each is a token of its own."""
BEGINNING = 200
BROKEN = "broken text (a lone surrogate)"
SURROGATE = re.compile("[\ud800-\udfff]")
LINK = re.compile(r"!?\[(?P<label>[^\]]*)\]\([^)]*\)|<?https?://\S+>?")


def why_not(text: str) -> str | None:
    """The reason why nothing can be asked about a text, or None. Short, listed and tabular facts are facts."""
    if not text.strip():
        return "empty"
    if SURROGATE.search(text):
        return BROKEN
    lines = [line for line in text.splitlines() if line.strip()]
    prose = [line for line in lines if not HEADING.match(line)]
    bare = [STRUCTURE.sub("", LINK.sub(" ", line)) for line in prose]
    if enough(" ".join(bare)):
        linked = sum(1 for line in prose if LINK.search(line))
        return "mostly links" if linked * 2 > len(prose) and not any(map(enough, bare)) else None
    if not enough(" ".join(lines)):
        return "too short"
    return "only links" if enough(" ".join(prose)) else "only headings"


def enough(text: str) -> bool:
    """Whether there are enough words for a statement; the beginning tells in nearly every case."""
    return _enough(text[:BEGINNING]) or (len(text) > BEGINNING and _enough(text))


def _enough(text: str) -> bool:
    letters = [word for word in words(text) if any(sign.isalnum() for sign in word)]
    single = sum(1 for word in letters if len(word) == 1 and ord(word) >= UNSPACED_FROM)
    return len(letters) >= (LEAST_UNSPACED if single * 2 > len(letters) else LEAST_WORDS)
