"""What the page can ask and say: a session for many requests at once, each answered after what it says is on disk."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

from goldkit.errors import UsageError
from goldkit.records import JSON, Chunk, Judgment
from goldkit.results.review import Reviewed
from goldkit.review.candidates import Item
from goldkit.review.library import Library
from goldkit.review.loaded import Loaded
from goldkit.review.neighbours import neighbours
from goldkit.review.pace import seconds_per_verdict
from goldkit.review.page.compared import compared
from goldkit.review.page.passage import more_after, more_before
from goldkit.review.page.shown import scale_dict, shown_item, shown_snippet
from goldkit.review.question_changes import BAD, whole
from goldkit.review.quoting import quoted
from goldkit.review.session import Session
from goldkit.review.verdicts import CANNOT_JUDGE, LATER, Remarks
from goldkit.review.wording import recorded

HITS = 20
"""Chunks that a search gives."""


class Desk:
    """A judge's desk. Threads may ask at the same time; one at a time is answered. Nobody else uses the session meanwhile.

    library: the chunks to choose from; the stored ones are added. lock: held for each answer; all desks of a server share one.
    """

    def __init__(self, session: Session, library: Library, lock: threading.Lock) -> None:
        self._lock = lock
        self._session = session
        self._library = library
        library.add(session.loaded.set.chunks)

    def judges(self) -> list[str]:
        """The names of the people who have judged."""
        with self._lock:
            lines = self._session.loaded.lines.values()
            return sorted({line.by for own in lines for line in own if line.source == "human"})

    def summary(self) -> Reviewed:
        """What this sitting did so far."""
        with self._lock:
            return self._session.summary()

    def settings(self) -> JSON:
        """What the page needs once: the judge, and the grades with their meanings."""
        scale = self._session.scale
        return {
            "judge": self._session.judge,
            "grades": scale_dict(scale),
            "binary": [0, scale.relevant_from],
            "reasons": list(BAD),
            "audit": self._session.loaded.reviewer.audit,
            "chunks": len(self._library),
        }

    def next(self) -> JSON:
        """The pair to show now, and how far the judge is."""
        with self._lock:
            return self._state(self._session.next())

    def pair(self, query: str, chunk: str) -> JSON:
        """A pair that somebody chose: of the queue, found by a search, or judged before."""
        with self._lock:
            return self._state(self._item(query, chunk))

    def more(self, query: str, chunk: str, place: int, before: bool) -> JSON:
        """The pieces of a long text before or after the ones that are shown."""
        with self._lock:
            item = self._item(query, chunk)
        text = item.passage.text if item.passage else ""
        return (more_before if before else more_after)(text, item.query.text, place).to_dict()

    def judge(self, said: JSON) -> JSON:
        """Record a verdict: it is on disk on return. said: query, chunk, grade or reason, name, note, marked, adjudicate.

        The answer holds what comes next, and `repeated` where the request was carried out before. Raises UsageError for what is
        no verdict, IncompleteError when the disk is full.
        """
        grade, reason = said.get("grade"), said.get("reason")
        if reason not in (None, CANNOT_JUDGE, LATER) or (grade is None) == (reason is None):
            raise UsageError("a verdict is a grade, or one of the reasons cannot-judge and later")
        with self._lock:
            item = self._item(said["query"], said["chunk"])
            if said.get("sha256") != (item.passage.sha256 if item.passage else None):
                raise UsageError("the text of this chunk has changed since it was shown: read it again")
            remarks = Remarks(note=_note(said.get("note")), quote=_quote(item, said.get("marked")), name=said["name"])
            line = self._session.give(item, grade, reason, remarks, "adjudicate" if said.get("adjudicate") else None)
            told = {"recorded": None if line is None else recorded(line), "repeated": line is None}
            return told | self._state(self._session.next())

    def compare(self, query: str, chunk: str) -> JSON:
        """The near-duplicates of a chunk among those of its question."""
        with self._lock:
            return {"pairs": compared(self._item(query, chunk), self._text_of)}

    def overrule(self, query: str, chunk: str, other: str, verdict: str) -> JSON:
        """Record whether two chunks say the same, whatever goldkit holds of them. Raises UsageError for what is no pair."""
        if verdict not in ("same", "differs"):
            raise UsageError("a verdict on two chunks is same or differs")
        with self._lock:
            self._session.loaded.follow()
            own = self._session.loaded.pairs.get(min((chunk, other), (other, chunk)))
            repeated = own is not None and own.verdict == verdict
            if own is None or not repeated:
                pair = next((pair for pair in self._item(query, chunk).pairs if pair.b == other), None)
                if pair is None:
                    raise UsageError(f"{other!r} is no near-duplicate of {chunk!r} among the chunks of this question")
                own = self._session.pair(pair, verdict)  # type: ignore[arg-type]  # it is one of the two
            return {"recorded": recorded(own), "repeated": repeated} | self._state(self._session.next())

    def undo(self, name: str) -> JSON:
        """Take back the last thing this judge did, and show it again."""
        with self._lock:
            repeated = name in self._session.loaded.names
            last = self._session.undo(name)
            told = {"undone": None if last is None else recorded(last), "repeated": repeated}
            item = self._item(last.query, last.chunk) if isinstance(last, Judgment) else None
            return told | self._state(item or self._session.next())

    def change(self, query: str, values: JSON, name: str) -> JSON:
        """Change a question: its text, tags, that it is set aside, that nothing answers it."""
        with self._lock:
            self._session.change(query, values, name)
            return self._state(self._session.next())

    def add_question(self, text: str, name: str) -> JSON:
        """Write a new question; the one of this wording where there is one."""
        with self._lock:
            return {"query": self._session.add_question(text, name)}

    def view(self, of: Callable[[Loaded], JSON]) -> JSON:
        """What one of the views shows of the directory as it is now."""
        with self._lock:
            self._session.loaded.follow()
            return of(self._session.loaded)

    def search(self, text: str, query: str | None) -> JSON:
        """Chunks of the corpus by words, with what this judge says of each for a question."""
        hits = self._library.search(text, HITS)
        with self._lock:
            mine = self._session.loaded.mine
            said = {chunk.id: mine.get((query or "", chunk.id)) for chunk in hits}
        return {
            "hits": [
                {
                    "id": chunk.id,
                    "title": chunk.title,
                    "document": chunk.doc_id,
                    "snippet": shown_snippet(chunk, text),
                    "grade": None if (line := said[chunk.id]) is None else line.grade,
                }
                for chunk in hits
            ],
            "of": len(self._library),
        }

    def _text_of(self, chunk: str) -> Chunk | None:
        return self._session.text_of(chunk) or self._library.get(chunk)

    def _item(self, query: str, chunk: str) -> Item:
        return self._library.read_for(self._session.item(query, chunk, self._library.get(chunk)))

    def _state(self, item: Item | None) -> JSON:
        """What the page shows: a pair, its neighbours of the same question, and how far the judge is."""
        progress = self._session.progress()
        mine = self._session.loaded.mine
        per = seconds_per_verdict(line.at for line in mine.values() if line.reason != LATER)
        state: JSON = {
            "item": None,
            "progress": {name: getattr(progress, name) for name in ("done", "left", "total", "postponed")}
            | {"questions_done": progress.queries_done, "questions_left": progress.queries_left},
            "seconds": per,
        }
        if item is None:
            return state
        item = self._library.read_for(item)
        said = mine.get((item.query.id, item.chunk))
        return state | {"item": shown_item(item, said), "candidates": self._candidates(item)}

    def _candidates(self, item: Item) -> Sequence[JSON]:
        """All pairs of the question that this judge has judged or is to judge."""
        return [
            {
                "chunk": one.chunk,
                "grade": one.said.grade if one.said else None,
                "reason": one.said.reason if one.said else None,
                "waiting": one.waiting,
                "here": one.chunk == item.chunk,
            }
            for one in neighbours(self._session.loaded, item.query.id, item.chunk)
        ]


def _quote(item: Item, marked: Any) -> str | None:
    """The words of the chunk that were marked. marked: {"text", "near"}. Raises UsageError where they are not in its text."""
    if not isinstance(marked, dict) or item.passage is None:
        return None
    near = marked.get("near")
    found = quoted(item.passage.text, str(marked.get("text") or ""), near if isinstance(near, int) else 0)
    if found is None:
        raise UsageError("the marked words are not in the text of this chunk; mark them again")
    return found


def _note(text: Any) -> str | None:
    """A note without the blanks around it; None for none. Raises UsageError for what is no text that can be written."""
    if text is None:
        return None
    if not isinstance(text, str) or not whole(text):
        raise UsageError("a note is a text")
    return text.strip() or None
