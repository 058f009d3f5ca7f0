"""How near two texts are by their words: the cosine of tf–idf vectors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import log, sqrt

from goldkit.text.tokens import words

Vector = Mapping[str, float]
"""Token → its part of a vector of length 1; empty for a text with no word that others lack."""


def vectors(texts: Mapping[str, str]) -> dict[str, Vector]:
    """Each text as a vector: (1 + ln f) · ln(N / n) for a token that occurs f times in it and in n of the N texts.

    The weighting `ltc` of Salton and Buckley (Information Processing & Management 24, 1988), over goldkit.text.tokens.
    """
    counted = {name: Counter(words(texts[name])) for name in sorted(texts)}
    spread = Counter(token for counts in counted.values() for token in counts)
    return {
        name: _unit({token: (1 + log(count)) * log(len(texts) / spread[token]) for token, count in counts.items()})
        for name, counts in counted.items()
    }


def cosine(one: Vector, other: Vector) -> float:
    """In [0, 1]; 0 where they share no word, or one is empty."""
    short, long = sorted((one, other), key=len)
    return min(1.0, sum(part * long[token] for token, part in short.items() if token in long))


def _unit(parts: dict[str, float]) -> Vector:
    length = sqrt(sum(part * part for part in parts.values()))
    return {token: part / length for token, part in parts.items() if part} if length else {}
