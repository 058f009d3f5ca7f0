"""The kind of a question, told by rule: does it name a thing exactly, or grope for words that the corpus does not use?"""

from __future__ import annotations

from collections.abc import Iterable

from goldkit.text.identifiers import identifiers
from goldkit.text.tokens import words

EXACT, VAGUE = "exact", "vague"
STEM = 4
"""Letters that a content word has at least, and by which an inflected form is still recognised."""
ENDING = 3
"""Letters at the end of a longer word that may differ (transfers, transferring)."""


def stems(texts: Iterable[str]) -> frozenset[str]:
    """The beginnings of all words of some texts, by which `tags_of` tells which words a corpus knows."""
    distinct = {word for text in texts for word in words(text)}
    return frozenset(stem for word in distinct for stem in _stems(word))


def tags_of(text: str, known: frozenset[str] | None) -> tuple[str, ...]:
    """`exact` when the question names an identifier; `vague` when it does not and uses a word that the corpus never does.

    known: stems of the corpus, None where there is none; `vague` is then never said. Other questions get no tag.
    """
    if identifiers(text):
        return (EXACT,)
    if known is None:
        return ()
    content = [word for word in words(text) if len(word) >= STEM and word.isalpha()]
    return (VAGUE,) if any(known.isdisjoint(_stems(word)) for word in content) else ()


def _stems(word: str) -> list[str]:
    """The beginnings of a word that stand for it: from the shortest that may still mean it to the whole."""
    return [word[:length] for length in range(len(word), max(STEM, len(word) - ENDING) - 1, -1)] or [word]
