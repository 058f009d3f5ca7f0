"""The tokens of the unfolded text: what the guard reads. Every sign is a token, and every token knows its place."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from goldkit.text.tokens import INVISIBLE, MARKS, UNSPACED

# One character for one, so that offsets stay: full-width forms, and quotation marks by their kind.
_SAME_LENGTH = {0xFF01 + at: 0x21 + at for at in range(94)} | {0x3000: 0x20}
_SAME_LENGTH |= dict.fromkeys(map(ord, "“”„‟«»"), ord('"')) | dict.fromkeys(map(ord, "‘’‚‛"), ord("'"))

_LIGATURES = {0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st"}
_DROP_INVISIBLE: dict[int, str | None] = dict.fromkeys(map(ord, INVISIBLE))
_HARMLESS_INSIDE = _DROP_INVISIBLE | _LIGATURES

_LOW_QUOTE_IN_FIGURE = re.compile(r"(?<=\d)\u201a(?=\d)")

_LETTER = f"(?:[^\\W\\d_{UNSPACED}]|[{MARKS}])"
_TOKEN = re.compile(
    rf"[{INVISIBLE}]*(?:(?P<number>\d+(?:[.,:]\d+)*)"
    rf"|(?P<word>{_LETTER}(?:{_LETTER}|[{INVISIBLE}])*(?:'{_LETTER}+)*)"
    rf"|(?P<unspaced>[{UNSPACED}])|(?P<sign>[^\s{INVISIBLE}]))[{INVISIBLE}]*"
)
_ASCII_TOKEN = re.compile(r"(?P<number>\d+(?:[.,:]\d+)*)|(?P<word>[A-Za-z]+(?:'[A-Za-z]+)*)|(?P<sign>\S)")
"""The same of a text that is all ASCII, where there are neither invisible marks nor scripts without spaces."""


class Token(NamedTuple):
    """A number, a word of letters, a character of an unspaced script, or a single sign, as it stands in the NFC text.

    text: without invisible marks, ligatures dissolved, full-width as ASCII. kind: "number", "word", "unspaced" or "sign".
    start, end: offsets in the NFC text. gap: the white space before it ("" when it is glued to the token before).
    raw: the token with the invisible marks around it and in it; "" where it has none. glued: whether nothing stands between
    this token and the one before.
    """

    text: str
    kind: str
    start: int
    end: int
    gap: str
    raw: str
    glued: bool

    def after(self, gap: str) -> Token:
        """The token with another gap before it."""
        return self._replace(gap=gap, glued=not gap and self.start > 0)


def composed(text: str) -> str:
    """The text in NFC: the only folding before the guard reads it."""
    return unicodedata.normalize("NFC", text)


def tokens(text: str) -> list[Token]:
    """The tokens of a text in NFC, in order. Every character but white space and invisible marks is in one of them."""
    # A low quotation mark between figures is a comma to whoever reads it.
    plain = _LOW_QUOTE_IN_FIGURE.sub("\u02cf", text).translate(_SAME_LENGTH)
    if plain.isascii():
        return list(_of_ascii(plain))
    hidden = set(INVISIBLE).intersection(plain)
    found: list[Token] = []
    end = 0
    for match in _TOKEN.finditer(plain):
        kind = match.lastgroup or "sign"
        start, stop = match.span()
        raw = match[0] if hidden and not hidden.isdisjoint(match[0]) else ""
        read, gap = match[kind], plain[end:start]
        shown = read if read.isascii() else read.translate(_HARMLESS_INSIDE)
        found.append(Token(shown, kind, start, stop, gap, raw, not gap and start > 0))
        end = stop
    return found


def _of_ascii(plain: str) -> Iterator[Token]:
    end = 0
    for match in _ASCII_TOKEN.finditer(plain):
        start, stop = match.span()
        gap = plain[end:start]
        yield Token(match[0], match.lastgroup or "sign", start, stop, gap, "", not gap and start > 0)
        end = stop
