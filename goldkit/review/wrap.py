"""Text for a terminal: what it shows is what is there, and every line fits by the columns it takes."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from goldkit.text.width import columns_of

TAB = "    "
HIDDEN = frozenset({"Cc", "Cs"})
"""Categories that no terminal can be trusted with: control characters and lone surrogates."""
STEERING = frozenset("\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks that break lines or turn the direction of all that follows on the screen."""
OPENING, CLOSING = frozenset({"Ps", "Pi"}), frozenset({"Pe", "Pf", "Po"})
"""Categories of marks that end no line, and that begin none."""


def visible(text: str) -> str:
    """The text on one line, with what would steer the terminal spelt out: an escape becomes <U+001B>."""
    return "".join(_seen(character) for character in text)


def wrapped(text: str, columns: int) -> list[str]:
    """The lines of a text, none wider than `columns` (at least 2). Its own line breaks stay; words are cut only when too long."""
    lines: list[str] = []
    for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        lines.extend(_wrapped_line(visible(line.rstrip()), max(columns, 2)))
    return lines


def _wrapped_line(line: str, columns: int) -> list[str]:
    lines, current, used = [], "", 0
    for piece, taken in _pieces(line, columns):
        if used + taken > columns and current:
            lines.append(current.rstrip())
            current, used = "", 0
            if piece.isspace():
                continue
        current += piece
        used += taken
    return [*lines, current.rstrip()]


def _pieces(line: str, columns: int) -> Iterator[tuple[str, int]]:
    """Words and the spaces between them, each with its columns. A line may break between wide characters, too."""
    piece, used = "", 0
    for character in line:
        taken = columns_of(character)
        if piece and (used + taken > columns or _breaks(piece[-1], character)):
            yield piece, used
            piece, used = "", 0
        piece += character
        used += taken
    if piece:
        yield piece, used


def _breaks(before: str, after: str) -> bool:
    """Whether a line may end between two characters: at a space, or beside a wide one unless a bracket or stop would come loose."""
    if before == " " or after == " ":
        return True
    if not (_wide(before) or _wide(after)) or columns_of(after) == 0:
        return False
    return unicodedata.category(before) not in OPENING and unicodedata.category(after) not in CLOSING


def _wide(character: str) -> bool:
    return columns_of(character) == 2


def _seen(character: str) -> str:
    if character == "\t":
        return TAB
    if character in STEERING or unicodedata.category(character) in HIDDEN:
        return f"<U+{ord(character):04X}>"
    return character
