"""Slips of the fingers, by rule: two letters swapped, one left out, doubled, or hit beside its key, an accent not typed.

A rule and not a model, so that the same question always gets the same slips, that its answer stays what it was, and that a name,
a code or a path is never touched. Slips are added until the question is no longer near-identical to what it was: a retriever is
then tested on another text.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable

from goldkit.files.canonical import sha256_text
from goldkit.text.identifiers import identifiers
from goldkit.text.tokens import UNSPACED, words
from goldkit.text.wording import near_identical

LEAST_LETTERS = 4
"""Letters of a word that may have a slip."""
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_UNTYPED = re.compile(f"[{UNSPACED}\u1100-\u11ff\uac00-\ud7af]")
"""Scripts that are not typed letter by letter: a slip there is another word or another syllable."""
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_BESIDE = {key: "".join(row[max(0, at - 1) : at] + row[at + 1 : at + 2]) for row in _ROWS for at, key in enumerate(row)}


def misspelt(question: str, text: str = "") -> str:
    """The question with as few slips as make another wording of it, one a word at most; as it was where that cannot be.

    text: of its chunks; no slip makes one of its words. Names, identifiers, quoted words and words of under four letters stay.
    """
    chance = random.Random(sha256_text(question))  # noqa: S311 - which letters are swapped is no secret
    taken = set(words(text)) | set(words(question))
    places = _places(question)
    chance.shuffle(places)
    slips: dict[tuple[int, int], str] = {}
    for start, end in places:
        slip = _slip(question[start:end], chance, taken)
        if slip is not None:
            slips[start, end] = slip
            made = _with(question, slips)
            if not near_identical(made, question):
                return made
    return question


def _places(question: str) -> list[tuple[int, int]]:
    """Where the words stand that may have a slip."""
    named = [found.span() for name in identifiers(question) for found in re.finditer(re.escape(name), question)]
    return [
        found.span()
        for found in _WORD.finditer(question)
        if _typed(found[0], first=not question[: found.start()].strip())
        and not any(start < found.end() and found.start() < end for start, end in named)
    ]


def _typed(word: str, first: bool) -> bool:
    """Whether a word is a common one, written letter by letter. A capital letter makes a name, but for the first word's."""
    plain = word[1:] if first else word
    return len(word) >= LEAST_LETTERS and plain == plain.lower() and not _UNTYPED.search(word)


def _slip(word: str, chance: random.Random, taken: set[str]) -> str | None:
    kinds = list(SLIPS)
    chance.shuffle(kinds)
    for kind in kinds:
        made = kind(word, chance)
        if made != word and taken.isdisjoint(words(made)):
            return made
    return None


def _with(question: str, slips: dict[tuple[int, int], str]) -> str:
    for (start, end), slip in sorted(slips.items(), reverse=True):
        question = question[:start] + slip + question[end:]
    return question


def _swapped(word: str, chance: random.Random) -> str:
    at = chance.randrange(1, len(word) - 1)
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def _left_out(word: str, chance: random.Random) -> str:
    at = chance.randrange(1, len(word))
    return word[:at] + word[at + 1 :]


def _doubled(word: str, chance: random.Random) -> str:
    at = chance.randrange(1, len(word))
    return word[:at] + word[at] + word[at:]


def _beside(word: str, chance: random.Random) -> str:
    at = chance.randrange(1, len(word))
    return word[:at] + chance.choice(_BESIDE.get(word[at], word[at])) + word[at + 1 :]


def _plain(word: str, chance: random.Random) -> str:
    """Without the accents of Latin letters and without an apostrophe, as on a keyboard that lacks them."""
    bare = "".join(sign for sign in unicodedata.normalize("NFD", word) if not unicodedata.combining(sign))
    return bare.replace("'", "").replace("’", "").replace("ł", "l") if bare[:1].isascii() else word


SLIPS: tuple[Callable[[str, random.Random], str], ...] = (_swapped, _left_out, _doubled, _beside, _plain)
"""What can happen to a word; its first letter stays, as it nearly always does."""
