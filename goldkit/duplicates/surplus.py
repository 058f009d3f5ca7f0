"""Whether boilerplate beside a text leaves it as it is: a notice of rights does, a banner that limits or voids it does not.

What a banner says can only be judged in a language whose words for "not" and "only" are listed in full, so boilerplate
in any language but English, notices of rights aside, is taken to limit what stands beside it.
"""

from __future__ import annotations

import re

from goldkit.duplicates.vocabulary import CONDITIONS, HARMLESS_CONDITIONS, NEGATIONS, NOTICE_WORDS, STATUS_WORDS
from goldkit.text.language import language_of
from goldkit.text.tokens import words

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n\s*\n")
_LIMITS = (NEGATIONS | CONDITIONS | STATUS_WORDS) - HARMLESS_CONDITIONS


def leaves_as_is(boilerplate: str) -> bool:
    """Whether no sentence of the boilerplate could change what the text beside it says."""
    if not STATUS_WORDS.isdisjoint(words(boilerplate)):
        return False
    others = [sentence for sentence in _SENTENCE_END.split(boilerplate) if NOTICE_WORDS.isdisjoint(words(sentence))]
    rest = " ".join(others).strip()
    found = words(rest)
    if not found:
        return True
    limits = any(word in _LIMITS or word.endswith("n't") or any(sign.isdigit() for sign in word) for word in found)
    return not limits and language_of(rest) == "en"
