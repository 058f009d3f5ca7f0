"""The one difference that is safe in one direction only: one text says what the other says, and adds an exception.

Whoever asks what the shorter text answers is answered by the longer one too, and told the exception. The other way round
nothing follows. Words of: en; an exception in another language is a difference like any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from goldkit.duplicates.difference import Difference, Side
from goldkit.duplicates.unfolded import Token
from goldkit.duplicates.vocabulary import CONDITIONS, EXCEPTIONS, NEGATIONS, STATUS_WORDS

Direction = Literal["a→b", "b→a"]

LEAST, MOST = 2, 12
"""Words of an exception: a bare "except" says nothing, and a longer passage says more than an exception."""


def exception(found: Sequence[Difference]) -> Direction | None:
    """The way in which a pair is safe that differs by nothing but one exception; None for any other pair.

    The exception is a clause of its own: after a word, up to a stop, a semicolon or the end of the text, with no other negation
    or condition in it that could turn it round.

    >>> direction("It closes idle links.", "It closes idle links, except during maintenance.")
    'a→b'
    >>> direction("It closes all links apart from those of the guests; it waits.", "It closes all links; it waits.")
    'b→a'
    >>> direction("It closes idle links.", "It closes idle links unless told.")
    >>> direction("It closes idle links.", "It closes idle links, except when it must not.")
    >>> direction("It closes idle links.", "It closes slow links, except during maintenance.")
    """
    if len(found) != 1 or not found[0].one_sided:
        return None
    difference = found[0]
    if difference.in_b and _is_clause(difference.b, difference.b_from, difference.b_to):
        return "a→b"
    if difference.in_a and _is_clause(difference.a, difference.a_from, difference.a_to):
        return "b→a"
    return None


def _is_clause(side: Side, start: int, stop: int) -> bool:
    if start == 0 or any(side.kept[start:stop]) or side.tokens[start - 1].kind != "word":
        return False
    ends = stop == len(side.tokens) or (side.tokens[stop].text in ".;" and side.glued(stop))
    return ends and _excepts(side.tokens[start:stop])


def _excepts(added: Sequence[Token]) -> bool:
    """Whether these tokens are an exception word and what is excepted, perhaps after a comma."""
    if added[0].text == ",":
        added = added[1:]
    words = [token.text.casefold() for token in added]
    if any(token.kind != "word" for token in added):
        return False
    opening = next((len(known) for known in EXCEPTIONS if words[: len(known)] == list(known)), 0)
    rest = words[opening:]
    turned = any(word in NEGATIONS | CONDITIONS | STATUS_WORDS or word.endswith("n't") for word in rest)
    return opening > 0 and LEAST <= len(words) <= MOST and bool(rest) and not turned
