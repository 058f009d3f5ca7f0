"""The keys of the terminal that lead to another chunk: found by words, another one of the question, one that is disputed."""

from __future__ import annotations

from dataclasses import replace

from goldkit.records import Judgment, Query
from goldkit.review.asked_words import AskedWords
from goldkit.review.candidates import Item
from goldkit.review.console import Seat
from goldkit.review.disputes import disputes
from goldkit.review.neighbours import Neighbour, neighbours
from goldkit.review.numbered import Row, choice
from goldkit.review.question_keys import write_question
from goldkit.review.screen import Chosen, Line, View
from goldkit.review.snippets import snippet

HITS = 20
"""Chunks that a search gives."""
WORDS = "words of the passage, or the id of a chunk: "


def find(seat: Seat, view: View, item: Item) -> View:
    """Search all chunks by words, and judge one of them for this question."""
    return _search(seat, item.query, view)


def write(seat: Seat, view: View) -> View:
    """A question by hand, and the chunk that answers it."""
    name, said = write_question(seat)
    query = seat.session.loaded.set.queries.get(name or "")
    if query is None:
        return replace(view, status=said)
    return _search(seat, query, replace(view, status=said))


def others(seat: Seat, view: View, item: Item) -> View:
    """Another chunk of this question, judged or not."""
    found = neighbours(seat.session.loaded, item.query.id, item.chunk)
    rows = [(f"{one.chunk}{' (this one)' if one.chunk == item.chunk else ''}", _standing(one)) for one in found]
    place = choice(seat, [Line(item.query.text, "bold"), Line("Which chunk of this question?")], rows)
    if isinstance(place, str):
        return replace(view, status="")
    return _to(view, Chosen(item.query.id, found[place].chunk))


def settle(seat: Seat, view: View) -> View:
    """One of the pairs that judges dispute: the grade that is given next settles it."""
    found = disputes(seat.session.loaded)
    if not found:
        return replace(view, status="no judges dispute anything")
    rows = [(query.text, f"{label.chunk} · judged by {', '.join(label.judges)}") for query, label in found]
    place = choice(seat, [Line("Judges dispute these. Which one do you settle?")], rows)
    if isinstance(place, str):
        return replace(view, status="")
    query, label = found[place]
    return _to(view, Chosen(query.id, label.chunk, settle=True))


def to_undone(seat: Seat, view: View, line: object) -> View:
    """The pair whose verdict was taken back, to look at it again."""
    return _to(view, Chosen(line.query, line.chunk)) if isinstance(line, Judgment) else replace(view, chosen=None)


def _search(seat: Seat, query: Query, view: View) -> View:
    words = seat.line(WORDS, query.text)
    while words:
        rows, names = _hits(seat, query, words)
        head = [Line(query.text, "bold"), Line(_found(len(rows), len(seat.library), words))]
        place = choice(seat, head, rows, "f other words")
        if isinstance(place, int):
            return _to(view, Chosen(query.id, names[place]))
        if place != "f":
            break
        words = seat.line(WORDS, words)
    return replace(view, status=view.status or "nothing was chosen")


def _hits(seat: Seat, query: Query, words: str) -> tuple[list[Row], list[str]]:
    """The rows of what a search finds, with what this judge says of each, and their ids."""
    seat.console.show([Line(f"searching {len(seat.library):,} chunks …")])
    found, asked, mine = seat.library.search(words, HITS), AskedWords(words), seat.session.loaded.mine
    rows = []
    for chunk in found:
        text, cut = snippet(chunk, asked)
        title = f" · {chunk.title}" if chunk.title else ""
        said = mine.get((query.id, chunk.id))
        rows.append((f"{chunk.id}{title}{'' if said is None else f' (you said {_said(said)})'}", f"{'… ' * cut}{text}"))
    return rows, [chunk.id for chunk in found]


def _found(count: int, of: int, words: str) -> str:
    if not count:
        return f"None of {of:,} chunks has one of these words: {words}"
    return f"The best {count} of {of:,} chunks for: {words}"


def _standing(one: Neighbour) -> str:
    if one.said is not None:
        return f"you said {_said(one.said)}"
    return "to judge" if one.waiting else "not judged by you"


def _said(line: Judgment) -> str:
    words = {"cannot-judge": "cannot judge"}
    return str(line.grade) if line.grade is not None else words.get(line.reason or "", str(line.reason))


def _to(view: View, chosen: Chosen) -> View:
    return replace(view, chosen=chosen, status="")
