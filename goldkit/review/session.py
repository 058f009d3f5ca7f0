"""One judge at work on a golden directory: what comes next, and each verdict on disk before it does. Every front uses this."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Literal

from goldkit.files import canonical
from goldkit.records import Chunk, Copy, Judgment
from goldkit.results.review import Progress, Reviewed
from goldkit.review.candidates import Item, Reviewer
from goldkit.review.pair_verdict import overruled, said_by
from goldkit.review.queue import by_query, current_query, first, items, ordered, refolded, waiting
from goldkit.review.texts import current_texts, named_chunks
from goldkit.review.verdicts import CANNOT_JUDGE, LATER, UNDO, Remarks, Shown, standing, verdict_of_key
from goldkit.review.verdicts import verdict as make_verdict
from goldkit.sets.golden import read_golden
from goldkit.sets.pooling import pooled_chunks
from goldkit.store.golden import GoldenDirectory
from goldkit.store.later import stamp
from goldkit.store.moments import moment

JUDGMENTS, COPIES = "judgments.jsonl", "copies.jsonl"


class Session:
    """A judge's sitting. It notices what other processes append meanwhile.

    clock: the time now, as in a record. corpus: chunks whose text goes before the stored one. again: offer what others decided.
    Raises DataError for bad lines in the directory or the corpus.
    """

    def __init__(
        self,
        golden: GoldenDirectory,
        judge: str,
        clock: Callable[[], str],
        corpus: Iterable[Chunk] = (),
        again: bool = False,
    ) -> None:
        self.golden = golden
        self.judge = judge
        self._clock = clock
        self._again = again
        self._corpus: dict[str, Chunk] = {}
        self._latest: str | None = None
        self._current: str | None = None
        self._tally = Reviewed(judge=judge)
        self._load(corpus)

    def next(self) -> Item | None:
        """The item to show now; None when nothing is left."""
        self._refresh()
        return first(self._waiting, self._current)

    def queue(self) -> tuple[Item, ...]:
        """All items still to judge, in order."""
        return ordered(self._waiting, self._current)

    def key(self, key: str, item: Item, remarks: Remarks | None = None) -> Judgment | None:
        """Record what a key says about an item: it is on disk on return. None for a key that says nothing.

        Raises IncompleteError when the disk is full: nothing is recorded then.
        """
        line = verdict_of_key(key, self.scale, shown(item), self.judge, self._now(), remarks)
        if line is not None:
            self._store_text(item.passage)
            self._append(line)
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
        return self._reviewer.texts.get(chunk)

    def undo(self) -> Judgment | Copy | None:
        """Take back this judge's last verdict that still stands, of this sitting or an earlier one; on a pair of chunks, too.

        Returns that verdict, None when there is none. Verdicts about queries that are frozen or set aside stay, but for those on
        chunks that were pooled since.
        """
        self._refresh()
        stands = [line for pair, line in self._mine.items() if self._offers(*pair)]
        pair = max(self._pairs.values(), key=lambda line: moment(line.at), default=None)
        if pair is not None and not (stands and moment(stands[-1].at) > moment(pair.at)):
            self._append_pair(overruled(pair, "retracted", self.judge, self._now()))
            return pair
        if not stands:
            return None
        last = stands[-1]
        at = Shown(query=last.query, chunk=last.chunk, text_sha256=last.text_sha256)
        self._append(make_verdict(at, self.judge, self._now(), reason=UNDO))
        return last

    def progress(self) -> Progress:
        """How far this judge is, over the queries that are open to review."""
        done = [pair for pair, line in self._mine.items() if self._offers(*pair) and line.reason != LATER]
        left = {name for name, items in self._waiting.items() if items}
        return Progress(
            done=len(done),
            left=sum(map(len, self._waiting.values())),
            postponed=sum(item.postponed is not None for items in self._waiting.values() for item in items),
            queries_done=len({query for query, _ in done} - left),
            queries_left=len(left),
        )

    def summary(self) -> Reviewed:
        """What this sitting did so far."""
        return replace(self._tally, progress=self.progress())

    def _offers(self, query: str, chunk: str) -> bool:
        """Whether a pair is open to review: of `dev`, or pooled for the frozen set that its query is in."""
        side = self._set.sides.get(query)
        return query in self._waiting and (side is None or chunk in pooled_chunks(self._lines[query], side))

    def _now(self) -> str:
        return stamp(self._clock(), [] if self._latest is None else [self._latest])

    def _append_pair(self, line: Copy) -> Copy:
        """A pair may be about chunks of many queries, so that everything is read again."""
        self.golden.append(COPIES, [line])
        undone = line.verdict == "retracted"
        tally = self._tally
        self._tally = replace(tally, pairs=tally.pairs + (not undone), undone=tally.undone + undone)
        current = self._current
        self._load(())
        self._current = current
        return line

    def _append(self, line: Judgment) -> None:
        size, pairs = self._sizes()
        self.golden.append(JUDGMENTS, [line])
        self._seen = (size + len(canonical.line(line)), pairs)
        self._latest = line.at
        self._current = line.query
        self._count(line)
        self._take(line)

    def _take(self, line: Judgment) -> None:
        """Bring the query of a new line up to date; no other query depends on it."""
        lines = self._lines[line.query]
        lines.append(line)
        pair = (line.query, line.chunk)
        self._mine.pop(pair, None)
        if line.reason != UNDO:
            self._mine[pair] = line
        labels = refolded(lines, self._reviewer.pairs, self._set)
        self._waiting[line.query] = items(self._set, self._set.queries[line.query], lines, labels, self._reviewer)

    def _refresh(self) -> None:
        if self._sizes() != self._seen:
            self._load(())

    def _load(self, corpus: Iterable[Chunk]) -> None:
        self._seen = self._sizes()
        self._set = read_golden(self.golden)
        judgments = self.golden.judgments()
        copies = self.golden.copies()
        self.scale = self._set.settings.scale
        pairs = self._set.folded.pairs
        wanted = named_chunks(judgments, ((copy.a, copy.b) for copy in pairs.standing))
        self._corpus |= {chunk.id: chunk for chunk in corpus if chunk.id in wanted}
        self._stored = {(chunk.id, chunk.sha256) for chunk in self._set.chunks}
        texts = current_texts(self._set.chunks, judgments, self._corpus.values())
        self._reviewer = Reviewer(judge=self.judge, scale=self.scale, pairs=pairs, texts=texts, again=self._again)
        self._lines = by_query(judgments)
        self._mine = standing(judgments, self.judge)
        self._current = current_query(judgments, self.judge)
        self._pairs = said_by(self.judge, copies)
        own = [line.at for line in judgments if line.by == self.judge]
        own += [line.at for line in copies if line.by == self.judge]
        self._latest = max(own, key=moment) if own else None
        self._waiting = waiting(self._set, self._lines, self._reviewer)

    def _sizes(self) -> tuple[int, int]:
        """Of the files that a sitting writes to."""
        judgments, copies = (self.golden.path / name for name in (JUDGMENTS, COPIES))
        return (judgments.stat().st_size if judgments.exists() else 0, copies.stat().st_size if copies.exists() else 0)

    def _store_text(self, chunk: Chunk | None) -> None:
        """The text that was read is kept before the verdict on it is."""
        if chunk is not None and (chunk.id, chunk.sha256) not in self._stored:
            self.golden.add_chunks([chunk])
            self._stored.add((chunk.id, chunk.sha256))

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
