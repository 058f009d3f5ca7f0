"""A definite article that one text has and the other leaves out: the commonest change of an editor that changes nothing.

Words of: en. It passes only where it can carry nothing: between plain words of a sentence, after none that makes an idiom
with it ("out of question", "out of the question") and before none that counts or compares ("only", "the only").
"""

from __future__ import annotations

from goldkit.duplicates.difference import Difference, Side
from goldkit.duplicates.vocabulary import CONDITIONS, NEGATIONS, NUMBER_WORDS, PREPOSITIONS, STATUS_WORDS
from goldkit.text.language import language_of

_TELLING = CONDITIONS | NEGATIONS | NUMBER_WORDS | STATUS_WORDS
_COMPARING = frozenset(
    ["same", "other", "others", "rest", "few", "little", "many", "much", "whole", "best", "worst", "latest"]
)


def is_article(difference: Difference) -> bool:
    """Whether the difference is one "the" that carries nothing, in an English text.

    >>> article("They use it to fill database tables for tests.", "They use it to fill the database tables for tests.")
    True
    >>> article("This is out of question for all of us.", "This is out of the question for all of us.")
    False
    >>> article("It keeps only copy that they made.", "It keeps the only copy that they made.")
    False
    >>> article("It keeps few copies that they made.", "It keeps the few copies that they made.")
    False
    >>> article("They told it to Hamburg and to us.", "They told it to the Hamburg and to us.")
    False
    >>> article("Set `read cache` to it in the file.", "Set `read the cache` to it in the file.")
    False
    """
    if difference.in_a and not difference.in_b:
        return _carries_nothing(difference.a, difference.a_from, difference.a_to)
    if difference.in_b and not difference.in_a:
        return _carries_nothing(difference.b, difference.b_from, difference.b_to)
    return False


def _carries_nothing(side: Side, start: int, stop: int) -> bool:
    if stop - start != 1 or side.tokens[start].text != "the" or not 0 < start < len(side.tokens) - 1:
        return False
    around = [side.tokens[at] for at in (start - 1, start + 1)]
    plain = all(token.kind == "word" and token.text.islower() and not token.raw for token in around)
    if not plain or any(side.kept[start - 1 : start + 2]) or side.glued(start) or side.glued(start + 1):
        return False
    before, after = (token.text for token in around)
    idiom = before in PREPOSITIONS or before in _TELLING or after in _TELLING or after in _COMPARING
    return not idiom and language_of(side.text) == "en"
