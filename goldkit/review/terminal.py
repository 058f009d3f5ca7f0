"""Review in a terminal: one key a verdict. What reads the keys and paints the lines is given, so that a test can be both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Literal

from goldkit.errors import UsageError
from goldkit.records import Scale
from goldkit.results.review import Reviewed
from goldkit.review.candidates import Item
from goldkit.review.chunk_keys import find, others, settle, to_undone, write
from goldkit.review.console import Console, Seat
from goldkit.review.library import Library
from goldkit.review.pair_screen import pair_screen
from goldkit.review.passage_keys import mark
from goldkit.review.question_keys import edit_tags, edit_wording, no_answer, set_aside
from goldkit.review.screen import Line, Size, View, finished_screen, help_screen, item_screen, paged
from goldkit.review.session import Session
from goldkit.review.verdicts import Remarks
from goldkit.review.wording import recorded

QUIT = "q"
PAIR_KEYS: dict[str, Literal["same", "differs"]] = {"s": "same", "d": "differs"}
NOTE = "note (an empty line for none): "


def review_in_terminal(session: Session, console: Console, library: Library | None = None) -> Reviewed:
    """Show item after item until the judge quits or the input ends. Returns what was done.

    Each verdict is on disk before the next item is shown. library: chunks to search, the stored ones are added. Where output is
    no terminal it ends with the queue, too. Raises IncompleteError when the disk is full.
    """
    seat = Seat(session, console, library or Library())
    seat.library.add(session.loaded.set.chunks)
    view: View | None = View()
    if session.next() is not None:
        view = view if _help(seat) else None
    while view is not None:
        last, view = view, _turn(seat, view)
        if view is None and last.remarks:
            console.show([Line("the note or passage was not kept: it goes with a verdict")])
    return session.summary()


def _turn(seat: Seat, view: View) -> View | None:
    """Show what is next and do what the key says. None where the judge leaves."""
    item, view = _now(seat, view)
    if item is None and seat.console.size() is None:
        return None
    progress = seat.session.progress()

    def screen(size: Size) -> Sequence[Line]:
        if item is None:
            return finished_screen(progress, view, size)
        return item_screen(item, progress, view, seat.session.scale, size)

    key = seat.pressed(screen)
    if key is None or key == QUIT:
        return None
    try:
        if key in ANY_TIME:
            return ANY_TIME[key](seat, view)
        if item is None:
            return replace(view, status="")
        return ACTIONS[key](seat, view, item) if key in ACTIONS else _judge(seat, view, item, key)
    except UsageError as error:
        return replace(view, status=str(error))


def _now(seat: Seat, view: View) -> tuple[Item | None, View]:
    """The chosen pair or the next one, and the view of it: as it is when the pair is the same, fresh when it is another."""
    item = None
    if view.chosen is not None:
        try:
            chunk = view.chosen.chunk
            item = seat.session.item(view.chosen.query, chunk, seat.library.get(chunk))
        except UsageError as error:  # set aside or frozen meanwhile
            view = replace(view, chosen=None, status=view.status or str(error))
    item = item or seat.session.next()
    pair = None if item is None else (item.query.id, item.chunk)
    if view.pair != pair:
        lost = "; the note or passage was not kept, it goes with a verdict" if view.remarks else ""
        view = View(pair=pair, status=view.status + lost, chosen=view.chosen, binary=view.binary)
    return None if item is None else seat.library.read_for(item), view


def _judge(seat: Seat, view: View, item: Item, key: str) -> View:
    if not key.strip() or not key.isprintable():
        return view
    if view.binary and key.isdecimal() and key not in ("0", str(seat.session.scale.relevant_from)):
        return replace(view, status=f"{key[:10]} is no grade while there are two; v brings all back")
    now = seat.library.read_for(seat.session.item(item.query.id, item.chunk, item.passage))
    if now.passage is not None and item.passage is not None and now.passage.sha256 != item.passage.sha256:
        return replace(view, status="the text of this chunk has changed since it was shown: read it again")
    settles = view.chosen is not None and view.chosen.settle and key.isdecimal()
    remarks = Remarks(note=view.note, quote=view.quote)
    line = seat.session.key(key, item, remarks, "adjudicate" if settles else None)
    if line is None:
        return replace(view, status=f"{key[:10]!r} is no key here; h shows them")
    said = f"recorded: {recorded(line)}; u takes it back"
    return replace(view, note=None, quote=None, chosen=None, status=said)


def _undo(seat: Seat, view: View) -> View:
    line = seat.session.undo()
    if line is None:
        return replace(view, status="nothing to take back")
    return replace(to_undone(seat, view, line), status=f"taken back: {recorded(line)}")


def _note(seat: Seat, view: View, item: Item) -> View:
    text = seat.line(NOTE, view.note or "")
    if text is None:
        return replace(view, status="")
    return replace(view, note=text or None, status="the note goes with your verdict" if text else "no note")


def _evidence(seat: Seat, view: View, item: Item) -> View:
    return replace(view, evidence=not view.evidence, status="")


def _more(seat: Seat, view: View, item: Item) -> View:
    return replace(view, page=view.page + 1, status="")


def _binary(seat: Seat, view: View) -> View:
    return replace(view, binary=not view.binary, status="all grades" if view.binary else "two grades only")


def _pairs(seat: Seat, view: View, item: Item) -> View:
    """One near-duplicate after the other, until the judge says what it is or goes back."""
    if not item.pairs:
        return replace(view, status="no other chunk of this question is nearly the same")
    place, page = 0, 0
    while True:
        pair = item.pairs[place % len(item.pairs)]
        there = seat.session.text_of(pair.b) or seat.library.get(pair.b)
        where = f"pair {place % len(item.pairs) + 1} of {len(item.pairs)}"
        pressed = seat.pressed(partial(pair_screen, pair, where, item.passage, there, page)) or QUIT
        if pressed in PAIR_KEYS:
            line = seat.session.pair(pair, PAIR_KEYS[pressed])
            return replace(view, status=f"recorded: {recorded(line)}; u takes it back")
        if pressed == "p":
            place, page = place + 1, 0
        elif pressed == "m":
            page += 1
        else:
            return replace(view, status="")


def _show_help(seat: Seat, view: View) -> View:
    _help(seat)
    return replace(view, status="")


def _help(seat: Seat) -> bool:
    """The page of help, until any key where there is a terminal. False when the judge quits right there."""
    scale = seat.session.scale
    if seat.console.size() is None:
        seat.console.show(help_screen(scale, seat.size()))
        return True
    page = 0
    while True:
        pressed = seat.pressed(partial(_help_page, scale, page))
        if pressed != "m" or len(help_screen(scale, seat.size())) <= _help_room(seat.size()):
            return pressed is not None and pressed != QUIT
        page += 1


def _help_page(scale: Scale, page: int, size: Size) -> list[Line]:
    return [*paged(help_screen(scale, size), page, _help_room(size)), Line(), Line("any key goes on", "dim")]


def _help_room(size: Size) -> int:
    return max(size.rows - 3, 2)


ANY_TIME: dict[str, Callable[[Seat, View], View]] = {
    "u": _undo,
    "a": write,
    "d": settle,
    "v": _binary,
    "h": _show_help,
}
"""Keys that need no pair to be shown, and what each does."""
ACTIONS: dict[str, Callable[[Seat, View, Item], View]] = {
    "n": _note,
    "w": mark,
    "e": _evidence,
    "p": _pairs,
    "m": _more,
    "b": set_aside,
    "x": no_answer,
    "t": edit_wording,
    "g": edit_tags,
    "f": find,
    "o": others,
}
"""What each of the other keys does with the pair that is shown; any other is a verdict or no key at all."""
