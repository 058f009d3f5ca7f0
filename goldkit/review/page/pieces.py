"""A text cut into pieces that a page can show one by one: paragraphs, tables and blocks of code, none of them too long."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

LONGEST = 3000
"""Characters after which a piece ends, at a line end or a space if there is one."""
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")


class Piece(NamedTuple):
    """text[start:end]. opening: the line that opened the block of code in whose midst the piece begins, "" for none."""

    start: int
    end: int
    opening: str = ""


def pieces(text: str) -> list[Piece]:
    """The pieces of a text in order; together they are the text. [] for an empty one."""
    found: list[Piece] = []
    start, fence, opening, said = 0, "", "", False
    for begin, line in _lines(text):
        mark = _FENCE.match(line)
        end = begin + len(line)
        if fence:
            fence = "" if mark and mark[1].startswith(fence) and not line[mark.end() :].strip() else fence
        elif mark:
            fence = mark[1]
        empty = not line.strip()
        if end - start >= LONGEST or (empty and said and not fence):
            found.append(Piece(start, end, opening))
            start, opening, said = end, fence and f"{fence}\n", False
        else:
            said = said or not empty
    if start < len(text):
        found.append(Piece(start, len(text), opening))
    return found


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """(place, line with its end); a line that is too long comes in parts."""
    begin = 0
    while begin < len(text):
        end = text.find("\n", begin, begin + LONGEST) + 1
        if not end:
            end = min(len(text), begin + LONGEST)
            if end < len(text):
                end = max(text.rfind(" ", begin, end) + 1, begin) or end
                end = end if end > begin else begin + LONGEST
        yield begin, text[begin:end]
        begin = end
