"""Plain text in columns: aligned, never cut, the same on any terminal and in a file."""

from __future__ import annotations

from collections.abc import Sequence

from goldkit.text.width import width

GAP = "  "


def pad(text: str, cells: int, right: bool = False) -> str:
    """A text filled up with spaces to a number of cells, behind it or, for numbers, before it; a longer one stays whole."""
    space = " " * max(0, cells - width(text))
    return space + text if right else text + space


def columns(rows: Sequence[Sequence[str]], right: Sequence[bool]) -> list[str]:
    """Rows as aligned lines. right: for each column, whether it is set flush right. Rows may be shorter than others."""
    widths = [max((width(row[place]) for row in rows if place < len(row)), default=0) for place in range(len(right))]
    return [GAP.join(pad(cell, widths[place], right[place]) for place, cell in enumerate(row)).rstrip() for row in rows]


def wrap(text: str, most: int, indent: str = "") -> list[str]:
    """A sentence in lines of at most `most` cells, broken at spaces only, every line indented."""
    return wrap_words(text.split(" "), most, indent)


def wrap_words(words: Sequence[str], most: int, indent: str = "") -> list[str]:
    """Words in lines of at most `most` cells; a word, which may be a name with spaces, is never broken."""
    lines: list[str] = []
    for word in words:
        if lines and width(lines[-1]) + 1 + width(word) <= most:
            lines[-1] += f" {word}"
        else:
            lines.append(indent + word)
    return lines
