"""The one change of a word that may pass: a doubled letter lost or won in a long, plain word.

No dictionary is at hand, so the class is kept to what makes another English word nowhere we know of: both forms have
nine letters or more, all plain lower case, and the letter is not the one before an ending, where doubling tells words
apart (planning, planing; scarred, scared).
"""

from __future__ import annotations

import re

from goldkit.duplicates.difference import Difference, Side

LEAST = 9
"""Letters of the shorter form."""

_ENDING = re.compile(r"(.)\1(?:e?[ds]|ing|ings|er|ers|est|y|ily|ies|ied|e|es|le|les|a|o|i|able|ation)?")
_PLAIN_AFTER = frozenset(".,;")


def is_typo(difference: Difference) -> bool:
    """Whether the difference is one word with such a slip, in plain text on both sides."""
    if (len(difference.in_a), len(difference.in_b)) != (1, 1):
        return False
    short, long = sorted((difference.in_a[0].text, difference.in_b[0].text), key=len)
    plain = _in_prose(difference.a, difference.a_from) and _in_prose(difference.b, difference.b_from)
    return plain and _slip(short, long)


def _slip(short: str, long: str) -> bool:
    if len(short) < LEAST or len(long) != len(short) + 1 or not re.fullmatch("[a-z]+", short + long):
        return False
    at = next((place for place in range(len(short)) if short[place] != long[place]), len(short))
    doubled = 1 < at < len(long) and long[at] == long[at - 1] and short == long[:at] + long[at + 1 :]
    return doubled and not _ENDING.fullmatch(long[at - 1 :])


def _in_prose(side: Side, at: int) -> bool:
    """A gap before the word, and a gap, or a stop and a gap, after it."""
    if side.glued(at):
        return False
    return not side.glued(at + 1) or (side.tokens[at + 1].text in _PLAIN_AFTER and not side.glued(at + 2))
