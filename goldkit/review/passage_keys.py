"""Marking, in the terminal, the passage that answers: by the numbers of its sentences, or by its first and last words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from goldkit.phrases import excerpt
from goldkit.review.asked_words import AskedWords
from goldkit.review.candidates import Item
from goldkit.review.console import Seat
from goldkit.review.quoting import between, quoted
from goldkit.review.screen import LEAST, Line, Size, View, fitted
from goldkit.review.wrap import wrapped
from goldkit.text.sentences import sentence_spans

Span = tuple[int, int]
LINES = 4
"""Lines of a sentence that are shown; the number stands for all of it."""
HOW = "Which sentences answer? 3, or 3-5, or first words ... last words; m shows more; an empty line marks nothing"
PROMPT = "passage: "
_NUMBERS = re.compile(r"(\d{1,7})(?:\s*[-–]\s*(\d{1,7}))?")
_GAP = re.compile(r"\s*(?:\.{3}|…)\s*")


def mark(seat: Seat, view: View, item: Item) -> View:
    """Ask which part of the chunk answers; it goes with the verdict."""
    if item.passage is None:
        return replace(view, status="the text of this chunk is not stored, so nothing in it can be marked")
    text = item.passage.text
    spans = sentence_spans(text)
    first, said = _opening(text, spans, item.query.text, seat.size()), ""
    while True:
        lines, after = _page(text, spans, first, said, seat.size())
        seat.console.show(lines)
        typed = seat.line(PROMPT)
        if typed is None:
            return replace(view, status="")
        if typed == "":
            return replace(view, quote=None, status="no passage is marked" if view.quote else "")
        if typed.lower() == "m":
            first, said = after % max(len(spans), 1), ""
            continue
        found = passage_of(text, spans, typed)
        if found is not None:
            return replace(view, quote=found, status="the passage goes with your verdict")
        said = f"{excerpt(typed, 60)!r} is no sentence's number, and not in the text"


def passage_of(text: str, spans: Sequence[Span], typed: str) -> str | None:
    """The words of a text that were meant; None where there are none. typed: "3", "3-5", "first words ... last words", or all."""
    numbers = _NUMBERS.fullmatch(typed)
    if numbers:
        start, end = int(numbers[1]), int(numbers[2] or numbers[1])
        return text[spans[start - 1][0] : spans[end - 1][1]] if 1 <= start <= end <= len(spans) else None
    parts = _GAP.split(typed, maxsplit=1)
    if len(parts) == 2 and all(parts):
        found = between(text, *parts)
        if found is not None:
            return found
    return between(text, typed) or quoted(text, typed)


def _opening(text: str, spans: Sequence[Span], question: str, size: Size) -> int:
    """The sentence that is shown first: the first one, or where all do not fit the one that has most of the question's words."""
    _, last = _sentences(text, spans, 0, size)
    if last == len(spans):
        return 0
    return max(AskedWords(question).best([text[start:end] for start, end in spans]) - 1, 0)


def _page(text: str, spans: Sequence[Span], first: int, said: str, size: Size) -> tuple[list[Line], int]:
    """The numbered sentences from one on, as many as there is room for, and the one after them."""
    shown, last = _sentences(text, spans, first, size)
    where = f"sentences {first + 1}–{last} of {len(spans)}" if (first, last) != (0, len(spans)) else ""
    return [*shown, *fitted([Line(), Line(said or where, "dim"), Line(HOW, "dim")], size)], last


def _sentences(text: str, spans: Sequence[Span], first: int, size: Size) -> tuple[list[Line], int]:
    room = max(size.rows - 1 - 5, LEAST)
    digits = len(str(len(spans)))
    shown: list[Line] = []
    last = first
    for start, end in spans[first:]:
        part = wrapped(text[start : min(end, start + LINES * size.columns)], size.columns - digits - 4)
        lines = part if len(part) <= LINES else [*part[: LINES - 1], "…"]
        if shown and len(shown) + len(lines) > room:
            break
        last += 1
        shown += [Line(f"{str(last) if place == 0 else '':>{digits + 2}}  {line}") for place, line in enumerate(lines)]
    return shown, last
