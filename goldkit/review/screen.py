"""One item as the lines of a terminal: head, the text folded to what fits, what is known, and the keys."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from goldkit.phrases import counted, excerpt
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
KEYS = (
    "c cannot judge  s later  u undo  w passage  n note  e evidence  f find  m more",
    "b bad question  x no answer  t wording  g tags  o others  a new  h help  q quit",
)
NO_TEXT = "(no text stored)"
QUOTED = 60
"""Characters of a marked passage that are shown."""


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


class Chosen(NamedTuple):
    """A pair that the judge asked for, in place of the next one of the queue. settle: the grade settles a dispute."""

    query: str
    chunk: str
    settle: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """How an item is looked at. page: of its text, counted on past the last one. status: what the last key did.

    note, quote: what goes with the verdict. binary: two grades only, 0 and the lowest one that is relevant.
    """

    pair: Pair | None = None
    page: int = 0
    evidence: bool = False
    note: str | None = None
    quote: str | None = None
    binary: bool = False
    chosen: Chosen | None = None
    status: str = ""

    @property
    def remarks(self) -> bool:
        """Whether something waits to go with a verdict."""
        return bool(self.note or self.quote)


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
    "  c  cannot judge: not for you to say   s  later: to the end of the queue",
    "  u  undo: your last verdict or change, again and again, earlier days too",
    "  w  words that answer: mark the passage; it is kept with the verdict",
    "  n  note: a line that is kept with the verdict",
    "  e  evidence: what the logs say about this item; first judge without",
    "  p  pair: compare with a near-duplicate and say whether both say the same",
    "  m  more of a long text (space)        o  other chunks of this question",
    "  f  find any chunk by words (/): the queue is not the limit",
    "  b  bad question: set it aside         x  nothing in the corpus answers it",
    "  t  text: another wording; the one before stays as a variant   g  tags",
    "  a  add a question by hand             d  disputed pairs, to settle them",
    "  v  verdicts of two grades only, or of all",
    "  h  this page (?)                      q  quit; all you said is on disk",
)


def finished_screen(progress: Progress, view: View, size: Size) -> list[Line]:
    """The lines that say that nothing waits, and what can still be done."""
    told = f"{counted(progress.done, 'pair')} judged. All of it is on disk."
    lines = [
        Line(view.status, "dim"),
        Line(),
        Line("Nothing is left to judge", "bold"),
        Line(told),
        Line(),
        Line("u undo  a new question  d disputed pairs  h help  q quit", "dim"),
    ]
    return fitted(lines, size)


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


@lru_cache(maxsize=4)
def _folded(text: str, columns: int) -> tuple[Line, ...]:
    """The lines of a text, kept from one key to the next: a megabyte takes a second to fold."""
    return tuple(Line(line) for line in wrapped(text, columns))


def _text(item: Item, size: Size, long_question: bool) -> list[Line]:
    lines = _folded(NO_TEXT if item.passage is None else item.passage.text, size.columns)
    return [*_question(item, size), Line(), *lines] if long_question else list(lines)


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
    lines = [Line()]
    lines += [Line(text) for text in difference_lines(item)]
    lines += [Line(text, "dim") for text in pair_line(item)]
    lines += [Line(text, "dim") for text in evidence_lines(item)] if view.evidence else []
    lines += [Line(f"judged by {', '.join(item.others)}", "dim")] if item.others else []
    lines += [Line(f"passage: “{excerpt(view.quote, QUOTED)}”")] if view.quote else []
    lines += [Line(f"note: {view.note}")] if view.note else []
    spacer = [Line()] if len(lines) > 1 else []
    return fitted([*lines, *spacer, Line(_grades(view, scale)), *(Line(keys, "dim") for keys in KEYS)], size)


def _grades(view: View, scale: Scale) -> str:
    meanings = rubric(scale)
    keys = [0, scale.relevant_from] if view.binary else list(meanings)
    words = {0: "no", scale.relevant_from: "yes, it answers"} if view.binary else {}
    said = "  ".join(f"{grade} {words.get(grade, meanings[grade].short)}" for grade in keys)
    return f"{said}   this settles the dispute" if view.chosen is not None and view.chosen.settle else said


def fitted(lines: Iterable[Line], size: Size) -> list[Line]:
    """Lines of the terminal's width; a long one takes several."""
    return [Line(text, line.style) for line in lines for text in wrapped(line.text, size.columns)]
