"""Differences in form that are not plainly harmless: case, spacing, punctuation."""

from __future__ import annotations

from collections.abc import Sequence

from goldkit.duplicates.difference import Difference
from goldkit.duplicates.unfolded import Token


def is_case(difference: Difference) -> bool:
    """The same letters in another case."""
    a, b = _joined(difference.in_a), _joined(difference.in_b)
    return a != b and a.casefold() == b.casefold()


def is_spacing(difference: Difference) -> bool:
    """The same characters, with a space in another place."""
    return bool(difference.in_a) and _joined(difference.in_a) == _joined(difference.in_b)


def is_punctuation(difference: Difference) -> bool:
    """Nothing but punctuation differs."""
    return not any(token.kind != "sign" for token in [*difference.in_a, *difference.in_b])


def _joined(tokens: Sequence[Token]) -> str:
    return "".join(token.text for token in tokens)
