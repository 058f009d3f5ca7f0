"""Differences in form that are not plainly harmless: case, spacing, punctuation."""

from __future__ import annotations

from collections.abc import Sequence

from goldkit.duplicates.difference import Difference
from goldkit.duplicates.unfolded import Token


def is_case(difference: Difference) -> bool:
    """The same letters in another case, where that can be meaning.

    >>> rule("return True always", "return true always")
    'case'
    >>> rule("ask the Open group", "ask the open group")
    'case'
    >>> rule("The group is asked", "the group is asked")
    'same'
    """
    a, b = _joined(difference.in_a), _joined(difference.in_b)
    return a != b and a.casefold() == b.casefold()


def is_spacing(difference: Difference) -> bool:
    """The same characters, with a space in another place.

    >>> rule("set keepalive for it", "set keep alive for it")
    'spacing'
    >>> rule("it prints - 5 then", "it prints -5 then")
    'spacing'
    >>> rule("It runs.  It waits.", "It runs. It waits.")
    'same'
    """
    return bool(difference.in_a) and _joined(difference.in_a) == _joined(difference.in_b)


def is_punctuation(difference: Difference) -> bool:
    """Nothing but punctuation differs, where that can be meaning.

    >>> rule("No. Passwords are stored", "No passwords are stored")
    'punctuation'
    >>> rule("it stops, when asked", "it stops when asked")
    'punctuation'
    >>> rule("It runs; they wait.", "It runs. They wait.")
    'same'
    """
    return not any(token.kind != "sign" for token in [*difference.in_a, *difference.in_b])


def _joined(tokens: Sequence[Token]) -> str:
    return "".join(token.text for token in tokens)
