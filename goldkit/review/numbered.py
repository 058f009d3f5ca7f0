"""A numbered list on a terminal, of which one key chooses: nine rows a page at most, fewer where there is less room."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from goldkit.review.console import Seat
from goldkit.review.screen import Line, Size, fitted
from goldkit.review.wrap import wrapped

MOST = 9
"""Rows of a page: as many as there are digits to choose them by."""
ROW_LINES = 3
"""Lines of a row that are shown; the rest of it is left out."""
Row = tuple[str, str]
"""What a row is, and what it says."""


def choice(seat: Seat, head: Sequence[Line], rows: Sequence[Row], keys: str = "") -> int | str:
    """The place of the row that was chosen; else the key that was pressed, "" for the end of input.

    head: lines above the list. keys: words for the other keys that mean something.
    """
    first = 0
    while True:
        pressed = seat.pressed(partial(_lines, head, rows, first, keys))
        _, last = _page(head, rows, first, seat.size(), keys)
        if pressed == "m":
            first = last % max(len(rows), 1)
        elif pressed is not None and pressed.isdecimal() and 0 < int(pressed) <= last - first:
            return first + int(pressed) - 1
        else:
            return pressed or ""


def _lines(head: Sequence[Line], rows: Sequence[Row], first: int, keys: str, size: Size) -> list[Line]:
    return _page(head, rows, first, size, keys)[0]


def _page(head: Sequence[Line], rows: Sequence[Row], first: int, size: Size, keys: str) -> tuple[list[Line], int]:
    """The lines of the page that begins at a row, and the row after its last one."""
    top, foot = fitted([*head, Line()], size), fitted([Line(), Line(_foot(rows, keys), "dim")], size)
    room = size.rows - 1 - len(top) - len(foot) - 1
    shown: list[Line] = []
    last = first
    for number, row in enumerate(rows[first : first + MOST], 1):
        lines = _row(number, row, size)
        if shown and len(shown) + len(lines) > room:
            break
        shown += lines
        last += 1
    where = f"… {first + 1}–{last} of {len(rows)}; m shows more" if (first, last) != (0, len(rows)) else ""
    return [*top, *shown, *fitted([Line(where, "dim")] if where else [], size), *foot], last


def _row(number: int, row: Row, size: Size) -> list[Line]:
    inner = Size(max(size.columns - 5, 4), size.rows)
    name, text = fitted([Line(row[0], "bold")], inner), fitted([Line(row[1])], inner) if row[1] else []
    name, rest = name[:2], text[: ROW_LINES - 1]
    if len(text) > len(rest):
        rest = [*rest[:-1], Line(f"{wrapped(rest[-1].text, inner.columns - 2)[0]} …")]
    lines = [*name, *rest]
    return [
        Line(f"  {number}  {line.text}" if place == 0 else f"     {line.text}", line.style)
        for place, line in enumerate(lines)
    ]


def _foot(rows: Sequence[Row], keys: str) -> str:
    chooses = ["its number chooses one"] if rows else []
    return "  ".join([*chooses, *([keys] if keys else []), "any other key goes back"])
