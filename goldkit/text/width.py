"""How wide a text is in a terminal."""

from __future__ import annotations

from unicodedata import category, east_asian_width


def width(text: str) -> int:
    """The columns that a text takes: two for wide East Asian characters and emoji, none for combining and invisible marks."""
    return sum(map(columns_of, text))


def columns_of(character: str) -> int:
    """The columns of one character: 0, 1 or 2."""
    if east_asian_width(character) in "WF":
        return 2
    return 0 if category(character) in ("Mn", "Me", "Cf") else 1
