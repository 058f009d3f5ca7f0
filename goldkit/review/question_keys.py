"""The keys of the terminal that are about the question itself: set it aside, change it, write another."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from goldkit.review.candidates import Item
from goldkit.review.console import Seat
from goldkit.review.question_changes import BAD
from goldkit.review.screen import Line, View, fitted

WORDING = "wording (the one before stays as a variant): "
TAGS = "tags, with commas between: "
REASON = "what is wrong with it: "
NEW = "new question, as people ask it: "


def set_aside(seat: Seat, view: View, item: Item) -> View:
    """Ask what is wrong with the question; it leaves the queue with the reason."""
    choices = [*BAD, "another reason, in words"]
    lines = [
        Line(item.query.text, "bold"),
        Line(),
        Line("What is wrong with the question? It leaves the queue and counts nowhere; its judgments stay."),
        Line(),
        *(Line(f"  {number}  {words}") for number, words in enumerate(choices, 1)),
        Line(),
        Line("any other key goes back", "dim"),
    ]
    pressed = seat.pressed(partial(fitted, lines)) or ""
    reasons = {str(number): reason for number, reason in enumerate(BAD, 1)}
    reason = seat.line(REASON) if pressed == str(len(choices)) else reasons.get(pressed)
    if not reason:
        return replace(view, status="the question stays")
    return _changed(seat, view, item, {"aside": reason}, f"set aside: {reason}")


def no_answer(seat: Seat, view: View, item: Item) -> View:
    """Nothing in the corpus answers the question."""
    return _changed(seat, view, item, {"answerable": "no"}, "nothing answers this question")


def edit_wording(seat: Seat, view: View, item: Item) -> View:
    """Another wording; the one before stays as a variant."""
    typed = seat.line(WORDING, item.query.text)
    if not typed or typed == item.query.text:
        return replace(view, status="the wording stays")
    return _changed(seat, view, item, {"text": typed}, "the wording was changed")


def edit_tags(seat: Seat, view: View, item: Item) -> View:
    """Other tags; none where the line is empty."""
    typed = seat.line(TAGS, ", ".join(item.query.tags))
    tags = None if typed is None else tags_of(typed)
    if tags is None or tags == list(item.query.tags):
        return replace(view, status="the tags stay")
    return _changed(seat, view, item, {"tags": tags}, f"tags: {', '.join(tags) or 'none'}")


def tags_of(text: str) -> list[str]:
    """The tags between commas, each once."""
    return list(dict.fromkeys(tag for part in text.split(",") if (tag := " ".join(part.split()))))


def write_question(seat: Seat) -> tuple[str | None, str]:
    """A question written by hand: its id, None where none was written, and what to say of it."""
    typed = seat.line(NEW)
    if not typed:
        return None, "no question was written"
    before = seat.session.loaded.set.queries
    name = seat.session.add_question(typed)
    return name, "this question is there already" if name in before else "the question is kept; u takes it back"


def _changed(seat: Seat, view: View, item: Item, values: dict[str, Any], words: str) -> View:
    seat.session.change(item.query.id, values)
    return replace(view, status=f"{words}; u takes it back")
