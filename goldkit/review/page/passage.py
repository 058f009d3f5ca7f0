"""A chunk's text as the page shows it: whole when short, else folded around what has most of the question's words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from goldkit.review.asked_words import AskedWords
from goldkit.review.page.pieces import Piece, pieces
from goldkit.review.page.tree import Node, markdown_tree

WHOLE = 2600
"""Characters up to which a text is shown whole."""
FOLDED = 1600
"""About how many characters of a longer one are shown at first."""
MORE = 12_000
"""About how many come with each step of more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Pieces first to last (exclusive) of so many. before, after: characters not shown. parts: (place in the text, nodes)."""

    first: int
    last: int
    pieces: int
    before: int
    after: int
    parts: tuple[tuple[int, list[Node]], ...]

    def to_dict(self) -> dict[str, Any]:
        """For the page."""
        return {name: getattr(self, name) for name in ("first", "last", "pieces", "before", "after")} | {
            "parts": [{"start": start, "nodes": nodes} for start, nodes in self.parts]
        }


def opening_part(text: str, question: str) -> Part:
    """What is shown of a text at first."""
    cut = _cut(text)
    if len(text) <= WHOLE:
        return _part(text, question, 0, len(cut))
    best = _best(text, question)
    first, last = best, min(best + 1, len(cut))
    while last < len(cut) and cut[last].end - cut[best].start < FOLDED:
        last += 1
    while first > 0 and cut[best].start - cut[first - 1].start < FOLDED // 4:
        first -= 1
    return _part(text, question, first, last)


def more_before(text: str, question: str, first: int) -> Part:
    """The pieces before the one that is shown first, as many as come with one step."""
    cut = _cut(text)
    first = min(max(first, 0), len(cut))
    start = first
    while start > 0 and (start == first or cut[first - 1].end - cut[start - 1].start < MORE):
        start -= 1
    return _part(text, question, start, first)


def more_after(text: str, question: str, last: int) -> Part:
    """The pieces from `last` on, as many as come with one step."""
    cut = _cut(text)
    last = min(max(last, 0), len(cut))
    end = last
    while end < len(cut) and (end == last or cut[end].end - cut[last].start < MORE):
        end += 1
    return _part(text, question, last, end)


def _part(text: str, question: str, first: int, last: int) -> Part:
    cut, asked = _cut(text), AskedWords(question)
    shown = cut[first:last]
    return Part(
        first=first,
        last=last,
        pieces=len(cut),
        before=cut[first].start if first < len(cut) else len(text),
        after=len(text) - (cut[last - 1].end if last else 0),
        parts=tuple(
            (piece.start, markdown_tree(piece.opening + text[piece.start : piece.end], asked)) for piece in shown
        ),
    )


@lru_cache(maxsize=16)
def _cut(text: str) -> list[Piece]:
    return pieces(text)


@lru_cache(maxsize=64)
def _best(text: str, question: str) -> int:
    return AskedWords(question).best([text[piece.start : piece.end] for piece in _cut(text)])
