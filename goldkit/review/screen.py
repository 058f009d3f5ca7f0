"""One item as the lines of a terminal: head, the text folded to what fits, what is known, and the keys."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from goldkit.records import Scale
from goldkit.results.review import Progress
from goldkit.review.candidates import Item
from goldkit.review.verdicts import Pair
from goldkit.review.wording import difference_lines, evidence_lines, pair_line
from goldkit.review.wrap import wrapped
from goldkit.sets.rubric import rubric

Style = Literal["", "bold", "dim"]
QUESTION = 4
"""Lines of the question that are always shown; a longer one is told whole above the chunk."""
LEAST = 3
"""Lines of the chunk that are shown however small the terminal is."""
KEYS = "c cannot judge  s later  u undo  n note  e evidence  m more  h help  q quit"
NO_TEXT = "(no text stored)"


class Line(NamedTuple):
    """A line for the terminal. Nothing hangs on the style: the words say it all."""

    text: str = ""
    style: Style = ""


class Size(NamedTuple):
    """Of the terminal, in columns and rows."""

    columns: int
    rows: int


UNBOUNDED = Size(1 << 30, 1 << 30)
"""Where output is no terminal: nothing is folded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """How an item is looked at. page: of its text, counted on past the last one. status: what the last key did."""

    pair: Pair | None = None
    page: int = 0
    evidence: bool = False
    note: str | None = None
    status: str = ""


def item_screen(item: Item, progress: Progress, view: View, scale: Scale, size: Size) -> list[Line]:
    """The lines that show an item, at most one less than the terminal has rows unless it is tiny."""
    head, question, foot = _head(progress, view, item), _question(item, size), _foot(item, view, scale, size)
    text = _text(item, size, len(question) > QUESTION)
    room = size.rows - 1 - len(head) - min(len(question), QUESTION) - len(foot) - 2
    return [
        *fitted(head, size),
        *_shortened(question),
        *fitted([Line(), Line(_title(item), "bold")], size),
        *paged(text, view.page, max(room, LEAST)),
        *foot,
    ]


def help_screen(scale: Scale, size: Size) -> list[Line]:
    """What the grades and the keys mean."""
    grades = [f"  {grade}  {meaning.long}" for grade, meaning in rubric(scale).items()]
    return fitted([Line(text) for text in ("Does the chunk answer the question?", "", *grades, "", *HELP)], size)


HELP = (
    "  c  cannot judge: not understood, or not for you to say",
    "  s  later: put to the end of the queue",
    "  u  undo: take back your last verdict, again and again, from earlier days too",
    "  n  note: type a line that is kept with the verdict on this item",
    "  e  evidence: what the logs say about this item; first judge without",
    "  p  pair: compare with a near-duplicate and say whether both say the same",
    "  m  more of a long text (space does the same)",
    "  h  this page",
    "  q  quit; each verdict is on disk before the next item is shown",
)


def _head(progress: Progress, view: View, item: Item) -> list[Line]:
    queries = progress.queries_done + progress.queries_left
    put_off = " · put off before" if item.postponed is not None else ""
    pairs = f"item {progress.done + 1:,} of {progress.total:,}"
    done = f"{progress.queries_done:,} of {queries:,} queries done"
    return [Line(f"{pairs} · {done}{put_off}", "dim"), Line(view.status, "dim"), Line()]


def _question(item: Item, size: Size) -> list[Line]:
    """The question, and the turn before it."""
    lines = [Line(text, "bold") for text in wrapped(item.query.text, size.columns)]
    if item.query.context:
        lines += [Line(text, "dim") for text in wrapped(f"after: {item.query.context}", size.columns)]
    return lines


def _shortened(question: list[Line]) -> list[Line]:
    return question if len(question) <= QUESTION else [*question[: QUESTION - 1], Line("… (whole below)", "dim")]


def _title(item: Item) -> str:
    title = item.passage.title if item.passage is not None else None
    return f"── {item.chunk} · {title}" if title else f"── {item.chunk}"


def _text(item: Item, size: Size, long_question: bool) -> list[Line]:
    lines = [Line(text) for text in wrapped(NO_TEXT if item.passage is None else item.passage.text, size.columns)]
    return [*_question(item, size), Line(), *lines] if long_question else lines


def paged(text: list[Line], page: int, room: int) -> list[Line]:
    """A page of a text, as many lines as there is room for (at least 2); of several pages the last line says where one is."""
    if len(text) <= room:
        return text
    step = room - 1
    pages = -(-len(text) // step)
    start = page % pages * step
    part = text[start : start + step]
    where = f"… lines {start + 1}–{start + len(part)} of {len(text)}; m shows more"
    return [*part, *[Line()] * (step - len(part)), Line(where, "dim")]


def _foot(item: Item, view: View, scale: Scale, size: Size) -> list[Line]:
    grades = "  ".join(f"{grade} {meaning.short}" for grade, meaning in rubric(scale).items())
    lines = [Line()]
    lines += [Line(text) for text in difference_lines(item)]
    lines += [Line(text, "dim") for text in pair_line(item)]
    lines += [Line(text, "dim") for text in evidence_lines(item)] if view.evidence else []
    lines += [Line(f"judged by {', '.join(item.others)}", "dim")] if item.others else []
    lines += [Line(f"note: {view.note}")] if view.note else []
    spacer = [Line()] if len(lines) > 1 else []
    return fitted([*lines, *spacer, Line(grades), Line(KEYS, "dim")], size)


def fitted(lines: Iterable[Line], size: Size) -> list[Line]:
    """Lines of the terminal's width; a long one takes several."""
    return [Line(text, line.style) for line in lines for text in wrapped(line.text, size.columns)]
