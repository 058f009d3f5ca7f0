"""Review in a terminal: one key a verdict. What reads the keys and paints the lines is given, so that a test can be both."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal, Protocol

from goldkit.results.review import Reviewed
from goldkit.review.candidates import Item
from goldkit.review.pair_screen import pair_screen
from goldkit.review.screen import UNBOUNDED, Line, Size, View, help_screen, item_screen
from goldkit.review.session import Session
from goldkit.review.verdicts import Remarks
from goldkit.review.wording import recorded

QUIT = "q"
PAIR_KEYS: dict[str, Literal["same", "differs"]] = {"s": "same", "d": "differs"}
SAME_KEY = {"?": "h", " ": "m"}
NOTE = "note (an empty line for none): "


class Console(Protocol):
    """Where a person sits."""

    def key(self) -> str | None:
        """The next key, None at the end of input. "" for one that means nothing, such as an arrow."""

    def line(self, prompt: str) -> str | None:
        """A line of text, without its end; None at the end of input."""

    def show(self, lines: Sequence[Line]) -> None:
        """Paint lines in place of the ones before."""

    def size(self) -> Size | None:
        """The terminal's size now; None where output is no terminal."""


def review_in_terminal(session: Session, console: Console) -> Reviewed:
    """Show item after item until the queue is empty, the judge quits or the input ends. Returns what was done.

    Each verdict is on disk before the next item is shown. Raises IncompleteError when the disk is full.
    """
    view = View()
    if session.next() is not None and _help(session, console):
        while (item := session.next()) is not None:
            view = _looking_at(item, view)
            size = console.size() or UNBOUNDED
            console.show(item_screen(item, session.progress(), view, session.scale, size))
            pressed = console.key()
            key = None if pressed is None else _plain(pressed)
            if key is None or key == QUIT:
                break
            view = ACTIONS.get(key, _judge)(session, item, view, console, key)
    if view.note:
        console.show([Line("the note you typed was not kept: it goes with a verdict")])
    return session.summary()


def _looking_at(item: Item, view: View) -> View:
    """The view as it is when the item is the same, fresh when it is another."""
    pair = (item.query.id, item.chunk)
    if view.pair == pair:
        return view
    lost = "; the note was not kept, it goes with a verdict" if view.note else ""
    return View(pair=pair, status=view.status + lost)


def _plain(key: str) -> str:
    """Full-width digits of an input method and capitals mean the plain key."""
    key = unicodedata.normalize("NFKC", key).lower()
    return SAME_KEY.get(key, key)


def _judge(session: Session, item: Item, view: View, console: Console, key: str) -> View:
    if not key.strip() or not key.isprintable():
        return view
    line = session.key(key, item, Remarks(note=view.note))
    if line is None:
        return replace(view, status=f"{key[:10]!r} is no key here; h shows them")
    return replace(view, note=None, status=f"recorded: {recorded(line)}; u takes it back")


def _undo(session: Session, item: Item, view: View, console: Console, key: str) -> View:
    line = session.undo()
    if line is None:
        return replace(view, status="nothing to take back")
    return replace(view, status=f"taken back: {recorded(line)}")


def _note(session: Session, item: Item, view: View, console: Console, key: str) -> View:
    text = (console.line(NOTE) or "").strip()
    return replace(view, note=text or None, status="the note goes with your verdict" if text else "no note")


def _evidence(session: Session, item: Item, view: View, console: Console, key: str) -> View:
    return replace(view, evidence=not view.evidence, status="")


def _more(session: Session, item: Item, view: View, console: Console, key: str) -> View:
    return replace(view, page=view.page + 1, status="")


def _pairs(session: Session, item: Item, view: View, console: Console, key: str) -> View:
    """One near-duplicate after the other, until the judge says what it is or goes back."""
    if not item.pairs:
        return replace(view, status="no other chunk of this question is nearly the same")
    place, page = 0, 0
    while True:
        pair = item.pairs[place % len(item.pairs)]
        there, where = session.text_of(pair.b), f"pair {place % len(item.pairs) + 1} of {len(item.pairs)}"
        console.show(pair_screen(pair, where, item.passage, there, page, console.size() or UNBOUNDED))
        pressed = _plain(console.key() or QUIT)
        if pressed in PAIR_KEYS:
            line = session.pair(pair, PAIR_KEYS[pressed])
            return replace(view, status=f"recorded: {recorded(line)}; u takes it back")
        if pressed == "p":
            place, page = place + 1, 0
        elif pressed == "m":
            page += 1
        else:
            return replace(view, status="")


def _show_help(session: Session, item: Item, view: View, console: Console, key: str) -> View:
    _help(session, console)
    return replace(view, status="")


def _help(session: Session, console: Console) -> bool:
    """The page of help, until any key where there is a terminal. False when the judge quits right there."""
    size = console.size()
    console.show(
        [*help_screen(session.scale, size or UNBOUNDED), Line(), Line("any key goes on", "dim")][: None if size else -2]
    )
    if size is None:
        return True
    pressed = console.key()
    return pressed is not None and _plain(pressed) != QUIT


ACTIONS: dict[str, Callable[[Session, Item, View, Console, str], View]] = {
    "u": _undo,
    "n": _note,
    "e": _evidence,
    "p": _pairs,
    "m": _more,
    "h": _show_help,
}
"""What each key does; any other is a verdict or no key at all."""
