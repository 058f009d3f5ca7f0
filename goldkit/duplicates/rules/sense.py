"""Differences in what is said: negations, conditions, names, additions."""

from __future__ import annotations

from itertools import permutations

from goldkit.duplicates.capitals import sentence_start
from goldkit.duplicates.difference import Difference, Side
from goldkit.duplicates.vocabulary import CONDITIONS, DATES, NEGATIONS, UNITS

ADDITION = 3
"""Words that make a one-sided difference an addition."""

OVERHANG = 12
"""Words that make an addition at an end of the text a piece of a longer window."""

FEW = 8
"""Most words among which opposites are looked for."""

_OPPOSITES = ("un", "in", "im", "il", "ir", "dis", "non", "de", "a", "anti", "mis")


def is_negation(difference: Difference) -> bool:
    """A word of polarity on one side only ("not", "disabled", "don't"), or a word against its opposite ("stable", "unstable")."""
    words = [token.text.casefold() for token in difference.only]
    if any(word in NEGATIONS or word.endswith("n't") for word in words):
        return True
    return len(words) <= FEW and any(_opposite(one, other) for one, other in permutations(words, 2))


def is_condition(difference: Difference) -> bool:
    """A word on one side only that limits or obliges ("unless", "must", "at least")."""
    words = [token.text for token in difference.only]
    if "May" in words and any(word != "May" and word.casefold() in DATES for word in words):
        words.remove("May")
    return any(word.casefold() in CONDITIONS for word in words)


def is_name(difference: Difference) -> bool:
    """A word with a capital that no sentence start explains, on one side only."""
    missing = {token.text for token in difference.only}
    return _has_name(difference.a, difference.a_from, difference.a_to, missing) or _has_name(
        difference.b, difference.b_from, difference.b_to, missing
    )


def is_addition(difference: Difference) -> bool:
    """One side has at least three words more."""
    return difference.one_sided and _words(difference) >= ADDITION


def is_overhang(difference: Difference) -> bool:
    """One side has a dozen words more, at the start or at the end of the texts."""
    return difference.one_sided and difference.at_edge and _words(difference) >= OVERHANG


def is_any(_: Difference) -> bool:
    """Whatever is left: another word."""
    return True


def _words(difference: Difference) -> int:
    return sum(token.kind != "sign" for token in (*difference.in_a, *difference.in_b))


def _opposite(short: str, long: str) -> bool:
    return len(short) > 2 and any(long == prefix + short for prefix in _OPPOSITES)


def _has_name(side: Side, start: int, stop: int, missing: set[str]) -> bool:
    for at in range(start, stop):
        token = side.tokens[at]
        known = token.text.casefold() in UNITS or token.text.casefold() in DATES
        if token.kind != "word" or token.text not in missing or known:
            continue
        if token.text[0].isupper() and not sentence_start(side.tokens, at):
            return True
    return False
