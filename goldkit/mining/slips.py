"""Slips of the finger: two neighbouring letters of one word exchanged (trnasfer), nothing else.

A letter more, less or another makes too many real words (contact and contract, adapt and adopt) for a rule to tell; an
exchange hardly ever does, and the pairs that it does make are listed. The misspelt word must also be one that nobody else uses:
it stands in one question only, and not in the corpus, while the right one stands in the corpus, or in other questions too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

LEAST_LETTERS = 6
_PAIRS = """
casual causal, martial marital, united untied, unites unties, silver sliver, infraction infarction,
perfect prefect, perform preform, complaint compliant, signed singed, signing singing, sacred scared,
barley barely, abroad aboard, boards broads, trails trials
"""
REAL_WORDS = frozenset(word for pair in _PAIRS.split(",") for word in pair.split())
"""Words of six letters and more that an exchange turns into another word."""

Wording = tuple[str, ...]


def slips(wordings: Collection[Wording], vocabulary: Collection[str], names: Collection[str]) -> dict[Wording, Wording]:
    """Wording with a slip → the wording it stands for, which is among the given ones and has none itself.

    wordings: gone through twice. vocabulary: the words of the corpus, empty where there is none. names: never taken for slips.
    """
    used = Counter(word for wording in wordings for word in set(wording))
    right: dict[Wording, Wording] = {}
    for wording in wordings:
        meant = [
            (*wording[:at], word, *wording[at + 1 :])
            for at, slip in enumerate(wording)
            if _may_be_slip(slip, used, vocabulary) and slip not in names
            for word in _exchanged(slip)
            if word in vocabulary or used[word] > 1
        ]
        found = [other for other in meant if other in wordings]
        if len(found) == 1:
            right[wording] = found[0]
    return {wording: other for wording, other in right.items() if other not in right}


def _may_be_slip(word: str, used: Mapping[str, int], vocabulary: Collection[str]) -> bool:
    letters = len(word) >= LEAST_LETTERS and word.isalpha() and word.isascii()
    return letters and used[word] == 1 and word not in REAL_WORDS and word not in vocabulary


def _exchanged(word: str) -> list[str]:
    """The words that an exchange of two unlike neighbours makes, the first letter staying first."""
    places = (at for at in range(1, len(word) - 1) if word[at] != word[at + 1])
    return [word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in places]
