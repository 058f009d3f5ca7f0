"""A question as plain words: what is left when only that is folded which never changes what is asked.

Folded are: case, full-width and half-width forms, Arabic presentation forms and stretching, invisible and direction marks,
the kind of quotation mark and dash, punctuation that ends a word, and marks that end the question. Kept are: signs and symbols,
superscripts and fractions (which NFKC would turn into other figures), inner punctuation, emoji, and every word.
"""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from goldkit.text.normalise import FINAL_STOPS
from goldkit.text.tokens import INVISIBLE

_SAME_MEANING = frozenset(["<wide>", "<narrow>", "<initial>", "<medial>", "<final>", "<isolated>", "<noBreak>"])
"""Compatibility forms that are typography alone; <super>, <fraction>, <circle>, <font>, <square> and <compat> can be meaning."""
_DIRECTIONS = "\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufe0e\ufe0f\u0640"
_QUOTES = {"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'"}
_DASHES = dict.fromkeys("‐‑–—−", "-")

STOPS = "?.!…？。．！؟۔।"
"""Marks that end a question."""
BREAKS = ",;:،؛、，；："
"""Marks that part clauses; at the end of a word they are read over."""
ASKING = frozenset("?？؟")
SPECIAL = frozenset("*\\/=<>${}[]|&~^@#%+`")
"""Signs of code and paths: a word with one of them is left as it is, but for a comma or one stop at the very end."""


class _Folding(dict[int, str]):
    """Character → what it is folded to, found when it is first met."""

    def __missing__(self, code: int) -> str:
        sign = chr(code)
        form = unicodedata.decomposition(sign).split(" ")[0]
        self[code] = unicodedata.normalize("NFKC", sign) if form in _SAME_MEANING else sign
        return self[code]


_FOLDING = _Folding({ord(sign): form for sign, form in (_QUOTES | _DASHES).items()})
_FOLDING.update(dict.fromkeys(map(ord, INVISIBLE + _DIRECTIONS), ""))


class PlainWord(NamedTuple):
    """A word of a question. text: folded. prose: a word of small letters, or the first one; names, codes and figures are none."""

    text: str
    prose: bool


def plain_words(text: str) -> list[PlainWord]:
    """The words of a question in order; [] where it has none. Whatever a rule may change has `prose`."""
    folded = unicodedata.normalize("NFC", text.translate(_FOLDING))
    raw = _without_final_marks(_unwrapped(folded).split())
    quoted = '"' in folded or "`" in folded
    found = []
    for at, word in enumerate(raw):
        bare = _bare(word, last=at == len(raw) - 1)
        small = bare.islower() or (at == 0 and bare[1:].islower()) or bare == "I"
        prose = not quoted and small and bare.replace("'", "").isalpha()
        found.append(PlainWord(unicodedata.normalize("NFC", bare.casefold()), prose))
    return found


def _unwrapped(text: str) -> str:
    """The text without one pair of quotation marks around all of it."""
    inner = text.strip()
    whole = len(inner) > 2 and inner[0] == inner[-1] == '"' and inner.count('"') == 2
    return inner[1:-1] if whole else inner


def _without_final_marks(words: list[str]) -> list[str]:
    """Without the marks that stand by themselves at the end: "… on Windows workers? ??"."""
    while len(words) > 1 and not words[-1].strip(STOPS) and (ASKING.intersection(words[-1]) or words[-1] in "...…。"):
        words = words[:-1]
    return words


def _bare(word: str, last: bool) -> str:
    """A word without the punctuation that only ends it; the word itself where that can be more (5!, n!, $?)."""
    if not SPECIAL.isdisjoint(word):
        return word[:-1] if last and len(word) > 1 and word[-1] in FINAL_STOPS else word.rstrip(",;") or word
    bare = word.rstrip(STOPS + BREAKS).lstrip("¿¡")
    counted = "!" in word[len(bare) :] and (len(bare) == 1 or bare[-1:].isdigit())
    return word if counted or not bare else bare
