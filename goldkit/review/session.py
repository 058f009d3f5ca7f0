"""One judge at work on a golden directory: what comes next, and each verdict on disk before it does. Every front uses this."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import count
from typing import Any, Literal

from goldkit.errors import UsageError
from goldkit.records import Chunk, Copy, Judgment, Query
from goldkit.results.review import Progress, Reviewed
from goldkit.review.candidates import Item, blind, item_of
from goldkit.review.loaded import COPIES, JUDGMENTS, Loaded
from goldkit.review.pair_verdict import overruled
from goldkit.review.question_changes import QuestionChange, last_change, without_change
from goldkit.review.question_writing import add_question, change_question, rewritten
from goldkit.review.queue import first, ordered
from goldkit.review.sitting import USUAL, Sitting
from goldkit.review.verdicts import CANNOT_JUDGE, LATER, UNDO, Remarks, Role, Shown, verdict_of_key
from goldkit.review.verdicts import verdict as make_verdict
from goldkit.store.golden import GoldenDirectory
from goldkit.store.later import stamp
from goldkit.store.moments import moment


class Session:
    """A judge's sitting. It notices what other processes write meanwhile.

    clock: the time now, as in a record. corpus: chunks whose text goes before the stored one. Raises DataError for bad lines in the
    directory or the corpus.
    """

    def __init__(
        self,
        golden: GoldenDirectory,
        judge: str,
        clock: Callable[[], str],
        corpus: Iterable[Chunk] = (),
        sitting: Sitting = USUAL,
    ) -> None:
        self.golden = golden
        self.judge = judge
        self._clock = clock
        self._tally = Reviewed(judge=judge)
        self.loaded = Loaded(golden, judge, corpus, sitting)
        self.scale = self.loaded.set.settings.scale

    def next(self) -> Item | None:
        """The item to show now; None when nothing is left."""
        self.loaded.follow()
        return first(self.loaded.waiting, self.loaded.current)

    def queue(self) -> tuple[Item, ...]:
        """All items still to judge, in order."""
        return ordered(self.loaded.waiting, self.loaded.current)

    def item(self, query: str, chunk: str, passage: Chunk | None = None) -> Item:
        """A pair to look at, whether it waits or not. passage: its text, for a chunk that nothing names yet.

        Raises UsageError for a query that is not open to review, or a chunk of which nothing is known.
        """
        self.loaded.follow()
        for item in self.loaded.waiting.get(query, ()):
            if item.chunk == chunk:
                return item
        known = passage or self.loaded.reviewer.texts.get(chunk)
        lines = self.loaded.lines.get(query, ())
        if not self.loaded.offers(query, chunk):
            raise UsageError(f"the query {query!r} is not open to review: it is unknown, set aside or frozen")
        if known is None and not any(line.chunk == chunk for line in lines):
            raise UsageError(f"nothing is known about the chunk {chunk!r}; --corpus names where its text is")
        own = [line for line in lines if line.chunk == chunk]
        item = item_of(self.loaded.set.queries[query], chunk, own, self.loaded.reviewer)
        return replace(item if query not in self.loaded.set.sides else blind(item), passage=known)

    def key(self, key: str, item: Item, remarks: Remarks | None = None, role: Role | None = None) -> Judgment | None:
        """Record what a key says about an item: it is on disk on return. None for a key that says nothing.

        role: `adjudicate` settles what judges dispute; by default what this sitting is for.
        Raises IncompleteError when the disk is full: nothing is recorded then.
        """
        line = verdict_of_key(key, self.scale, shown(item), self.judge, self._now(), remarks)
        if line is not None:
            line = replace(line, role=role or self.loaded.role(item.query.id, item.chunk))
            self._record(line, item)
        return line

    def give(
        self,
        item: Item,
        grade: int | None = None,
        reason: str | None = None,
        remarks: Remarks | None = None,
        role: Role | None = None,
    ) -> Judgment | None:
        """Record a grade, or none with a reason: it is on disk on return. None where the request of this name was carried out.

        role: `adjudicate` settles what judges dispute; by default what this sitting is for. Raises UsageError for a grade that the
        scale has not.
        """
        self.loaded.follow()
        if grade is not None and not 0 <= grade <= self.scale.max:
            raise UsageError(f"grade {grade}: the grades of this set are 0 to {self.scale.max}")
        if remarks is not None and remarks.name in self.loaded.names:
            return None
        line = make_verdict(
            shown(item),
            self.judge,
            self._now(),
            grade=grade,
            reason=reason,
            remarks=remarks,
            role=role or self.loaded.role(item.query.id, item.chunk),
        )
        self._record(line, item)
        return line

    def pair(self, pair: Copy, verdict: Literal["same", "differs"]) -> Copy:
        """Record what this judge holds of a pair of chunks, whatever goldkit does: it is on disk on return.

        Raises IncompleteError when the disk is full: nothing is recorded then.
        """
        line = overruled(pair, verdict, self.judge, self._now())
        if (text := self.text_of(pair.a)) is not None:
            self._store_text(text)
            line = replace(line, a_sha256=text.sha256)
        if (text := self.text_of(pair.b)) is not None:
            self._store_text(text)
            line = replace(line, b_sha256=text.sha256)
        return self._append_pair(line)

    def text_of(self, chunk: str) -> Chunk | None:
        """A chunk as it is now, None where no text is stored."""
        return self.loaded.reviewer.texts.get(chunk)

    def undo(self, name: str | None = None) -> Judgment | Copy | QuestionChange | None:
        """Take back the last thing this judge did that still stands, of this sitting or an earlier one.

        Returns it: a verdict, one on a pair of chunks, or a change of a question; None when there is none, or where the request of
        this name was carried out. Verdicts about queries that are frozen or set aside stay, but for those on chunks that were
        pooled since.
        """
        self.loaded.follow()
        if name is not None and name in self.loaded.names:
            return None
        own = (*self.loaded.mine.items(), *self.loaded.settled.items())
        done: list[Judgment | Copy | QuestionChange] = [line for pair, line in own if self.loaded.offers(*pair)]
        done += self.loaded.pairs.values()
        open_ones = (query for query in self.loaded.set.queries.values() if query.id not in self.loaded.set.sides)
        change = last_change(open_ones, self.judge)
        last = max([*done, *([change] if change else [])], key=lambda line: moment(line.at), default=None)
        match last:
            case Judgment():
                self._withdraw(last, name)
            case Copy():
                self._append_pair(overruled(last, "retracted", self.judge, self._now()))
            case QuestionChange():
                at, undone = self._now(), last.name
                rewritten(self.loaded, last.query, lambda query: without_change(query, undone, at, name or ""))
                self._tally = replace(self._tally, undone=self._tally.undone + 1)
        return last

    def change(self, query: str, values: Mapping[str, Any], name: str | None = None) -> Query:
        """Change a question: see question_writing.change_question. name: of the request; made here where it comes without one."""
        self.loaded.follow()
        at = self._now()
        return change_question(self.loaded, query, values, at, name or self._name(at))

    def add_question(self, text: str, name: str | None = None) -> str:
        """A question written by hand: see question_writing.add_question. name: as for a change."""
        self.loaded.follow()
        at = self._now()
        return add_question(self.loaded, text, at, name or self._name(at))

    def progress(self) -> Progress:
        """How far this judge is, over the queries that are open to review."""
        waiting = self.loaded.waiting
        done = [pair for pair, line in self.loaded.mine.items() if self.loaded.offers(*pair) and line.reason != LATER]
        left = {name for name, items in waiting.items() if items}
        return Progress(
            done=len(done),
            left=sum(map(len, waiting.values())),
            postponed=sum(item.postponed is not None for items in waiting.values() for item in items),
            queries_done=len({query for query, _ in done} - left),
            queries_left=len(left),
        )

    def summary(self) -> Reviewed:
        """What this sitting did so far."""
        return replace(self._tally, progress=self.progress())

    def _now(self) -> str:
        """The time, later than all that this judge did before."""
        return stamp(self._clock(), [] if self.loaded.latest is None else [self.loaded.latest])

    def _name(self, at: str) -> str:
        """A name for a request that came without one, such as a key's; no other request has it."""
        own = f"{self.judge} {at}"
        tried = (own if number == 1 else f"{own} {number}" for number in count(1))
        return next(name for name in tried if name not in self.loaded.names)

    def _record(self, line: Judgment, item: Item) -> None:
        self._store_text(item.passage)
        self._append(line)

    def _append(self, line: Judgment) -> None:
        self.golden.append(JUDGMENTS, [line])
        self._count(line)
        self.loaded.follow()

    def _withdraw(self, last: Judgment, name: str | None) -> None:
        at = Shown(query=last.query, chunk=last.chunk, text_sha256=last.text_sha256)
        self._append(make_verdict(at, self.judge, self._now(), reason=UNDO, remarks=Remarks(name=name), role=last.role))

    def _append_pair(self, line: Copy) -> Copy:
        """A pair may be about chunks of many queries, so that everything is read again."""
        self.golden.append(COPIES, [line])
        undone = line.verdict == "retracted"
        tally = self._tally
        self._tally = replace(tally, pairs=tally.pairs + (not undone), undone=tally.undone + undone)
        self.loaded.follow()
        return line

    def _store_text(self, chunk: Chunk | None) -> None:
        """The text that was read is kept before the verdict on it is."""
        if chunk is not None and (chunk.id, chunk.sha256) not in self.loaded.stored:
            self.golden.add_chunks([chunk])
            self.loaded.stored.add((chunk.id, chunk.sha256))

    def _count(self, line: Judgment) -> None:
        tally = self._tally
        if line.grade is not None:
            grades = tally.grades | {line.grade: tally.grades.get(line.grade, 0) + 1}
            self._tally = replace(tally, grades=grades)
        elif line.reason == CANNOT_JUDGE:
            self._tally = replace(tally, cannot_judge=tally.cannot_judge + 1)
        elif line.reason == LATER:
            self._tally = replace(tally, later=tally.later + 1)
        else:
            self._tally = replace(tally, undone=tally.undone + 1)


def shown(item: Item) -> Shown:
    """What a judge has on the screen when an item is shown."""
    sha256 = None if item.passage is None else item.passage.sha256
    return Shown(query=item.query.id, chunk=item.chunk, text_sha256=sha256)
