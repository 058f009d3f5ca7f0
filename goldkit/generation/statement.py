"""Whether there are words enough to state something."""

from __future__ import annotations

from goldkit.text.tokens import words

LEAST_WORDS = 5
"""Words that a statement has at least: "Helmets are compulsory in the hall"."""
LEAST_UNSPACED = 10
"""The same in characters, for scripts without spaces."""
UNSPACED_FROM = 0x0E00
"""Letters of scripts without spaces begin with Thai; each is a token of its own."""
BEGINNING = 200


def enough(text: str) -> bool:
    """Whether there are enough words for a statement; the beginning tells in nearly every case."""
    return _enough(text[:BEGINNING]) or (len(text) > BEGINNING and _enough(text))


def _enough(text: str) -> bool:
    letters = [word for word in words(text) if any(sign.isalnum() for sign in word)]
    single = sum(1 for word in letters if len(word) == 1 and ord(word) >= UNSPACED_FROM)
    return len(letters) >= (LEAST_UNSPACED if single * 2 > len(letters) else LEAST_WORDS)
