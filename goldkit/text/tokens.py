"""Words for search: what two texts are compared by when near-duplicates and word matches are looked for.

Folded (NFKC, casefold, soft hyphens and zero-width marks out), so that a copy in another Unicode form is found. Symbols, signs
and decimals stay as tokens; plain punctuation does not. Where a script has no spaces between words (Chinese, Japanese, Thai,
Lao, Khmer, Burmese) every character is a token of an `unspaced` run. What folding removes can be meaning (10² becomes 102):
a search may use these tokens, a verdict may not.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

INVISIBLE = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"
"""Soft hyphen and zero-width marks."""

UNSPACED = (
    "\u0e01-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
"""Scripts without spaces between words, as ranges of a regular expression's character class. Korean has spaces."""

MARKS = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed"
    "\u0900-\u0963\u0966-\u0dff\u1ab0-\u1aff\u20d0-\u20ff"
)
"""Combining marks of scripts that have spaces: part of a word, though Python's \\w leaves them out."""


def _token(word: str, flags: int = 0) -> re.Pattern[str]:
    return re.compile(
        rf"(?<!\w)[-+\u2212]?\d+(?:[.,:]\d+)*{word}*"  # -5  2.5  1,000  12:30  30ms
        rf"|{word}+(?:['’]{word}+)*(?:(?:\+\+|\#)(?!\w))?"  # word  don't  C++  C#
        r"|[<>=+%&|^~@$\\/#]+"  # operators and signs
        r"|[\u00a2-\u00a9\u00ac\u00ae-\u00b1\u00d7\u00f7\u2030-\u2031\u20a0-\u20cf\u2100-\u23ff\u2600-\u27bf\u27f0-\u2bff\U0001f000-\U0001faff]",
        flags,
    )


_TOKEN = _token(f"[\\w{MARKS}]")
_ASCII_TOKEN = _token(r"\w", re.ASCII)
"""The same for ASCII, in half the time."""
_UNSPACED_CHARACTER = re.compile(f"[{UNSPACED}]")
_DROP = dict.fromkeys(map(ord, INVISIBLE))


@dataclass(frozen=True, slots=True)
class Run:
    """Tokens that follow one another. unspaced: each is one character of a script without spaces between words."""

    tokens: list[str]
    unspaced: bool


def folded(text: str) -> str:
    """The text in the form it is searched in: NFKC, casefold, invisible marks out."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold()).translate(_DROP)


def runs(text: str) -> list[Run]:
    """The folded tokens of a text, in order, as runs of words and runs of unspaced characters; [] where there is no word."""
    clean = folded(text)
    plain = clean.isascii()
    if plain or not _UNSPACED_CHARACTER.search(clean):
        words = (_ASCII_TOKEN if plain else _TOKEN).findall(clean)
        return [Run(words, unspaced=False)] if words else []
    tokens = [token for piece in clean.split() for token in piece_tokens(piece)]
    return [Run(list(group), of_unspaced) for of_unspaced, group in groupby(tokens, key=unspaced)]


def piece_tokens(piece: str) -> list[str]:
    """The tokens of a piece of folded text without white space, in order.

    No token holds white space nor depends on what is beyond it: the tokens of a text are those of its pieces.
    """
    if piece.isascii():
        return _ASCII_TOKEN.findall(piece)
    spaced = _UNSPACED_CHARACTER.sub(r" \g<0> ", piece)
    return [token for part in spaced.split() for token in _pieces(part)]


def unspaced(token: str) -> bool:
    """Whether a token is a character of a script without spaces between words."""
    return bool(_UNSPACED_CHARACTER.match(token))


def words(text: str) -> list[str]:
    """All folded tokens of a text in order; an unspaced character is one of its own."""
    return [token for run in runs(text) for token in run.tokens]


def amount(tokens: Iterable[str]) -> float:
    """How many words tokens are worth: two characters of a script without spaces are one, about."""
    return sum(0.5 if unspaced(token) else 1.0 for token in tokens)


def _pieces(piece: str) -> list[str]:
    return [piece] if _UNSPACED_CHARACTER.match(piece) else _TOKEN.findall(piece)
