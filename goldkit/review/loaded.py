"""What a sitting holds in memory of a golden directory, and how it follows what other processes write meanwhile."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from goldkit.errors import UsageError, bad
from goldkit.files.jsonl import decoder, parse_lines
from goldkit.records import Chunk, Judgment, Label, Query
from goldkit.review.candidates import Item, Reviewer
from goldkit.review.pair_verdict import said_by
from goldkit.review.question_changes import last_change, names_of
from goldkit.review.queue import by_query, current_query, items, refolded, waiting
from goldkit.review.sitting import Sitting
from goldkit.review.texts import current_texts, named_chunks
from goldkit.review.verdicts import UNDO, Role, name_of, standing
from goldkit.sets.frozen import open_frozen
from goldkit.sets.golden import read_golden
from goldkit.sets.pooling import pooled_chunks
from goldkit.store.golden import GoldenDirectory
from goldkit.store.moments import moment

JUDGMENTS, COPIES = "judgments.jsonl", "copies.jsonl"
OTHERS = ("queries.jsonl", COPIES, "split.jsonl", "chunks.jsonl", "goldkit.json")
"""A change of any of these is rare, and all is read anew then; judgments are followed line by line."""


class Loaded:
    """The directory as one judge sees it.

    waiting: query id → its items still to judge. mine: this judge's standing verdicts, the pair judged last comes last; settled:
    the same for disputes that were settled; pairs: verdicts on pairs of chunks. lines: query id → its judgments. latest: the time
    of the judge's last line. current: the query spoken about last. names: of the requests that were carried out. Raises DataError
    for bad lines.
    """

    def __init__(
        self,
        golden: GoldenDirectory,
        judge: str,
        corpus: Iterable[Chunk],
        sitting: Sitting,
    ) -> None:
        self.golden = golden
        self.judge = judge
        self._sitting = sitting
        self._held_out = frozenset() if sitting.frozen is None else held_out_of(golden, sitting.frozen)
        self._corpus: dict[str, Chunk] = {}
        self.read(corpus)

    def read(self, corpus: Iterable[Chunk] = ()) -> None:
        """Read everything anew."""
        self._others, self._seen = self._marks(), self._size()
        self.set = read_golden(self.golden)
        judgments = self.golden.judgments()
        pairs = self.set.folded.pairs
        wanted = named_chunks(judgments, ((copy.a, copy.b) for copy in pairs.standing))
        self._corpus |= {chunk.id: chunk for chunk in corpus if chunk.id in wanted}
        self.stored = {(chunk.id, chunk.sha256) for chunk in self.set.chunks}
        texts = current_texts(self.set.chunks, judgments, self._corpus.values())
        scale = self.set.settings.scale
        self.reviewer = Reviewer(
            judge=self.judge,
            scale=scale,
            pairs=pairs,
            texts=texts,
            again=self._sitting.again,
            share=self._sitting.share,
            audit=self._sitting.audit,
            held_out=self._held_out,
        )
        self.lines = by_query(judgments)
        self._labels: dict[str, Mapping[str, Label]] = dict(self.set.folded.labels)
        self.mine = standing(judgments, self.judge, self.reviewer.role)
        copies = self.golden.copies()
        self.pairs = said_by(self.judge, copies)
        self.settled = standing(judgments, self.judge, "adjudicate")
        self.current = current_query(judgments, self.judge)
        own = [line.at for line in judgments if line.by == self.judge]
        own += [line.at for line in copies if line.by == self.judge]
        self.latest = max(own, key=moment) if own else None
        self.names = {name for line in judgments if (name := name_of(line))}
        self.names |= {name for query in self.set.queries.values() for name in names_of(query)}
        self.waiting = waiting(self.set, self.lines, self.reviewer)
        change = last_change(self.set.queries.values(), self.judge)
        self._own(change.at if change else None)

    def take_question(self, query: Query) -> None:
        """Take in a question that this process has changed, without reading all the others anew."""
        self.set = replace(self.set, queries={**self.set.queries, query.id: query})
        self.names |= names_of(query)
        change = last_change([query], self.judge)
        self._own(change.at if change else None)
        self.waiting.pop(query.id, None)
        if query.aside is None and not self._held_out:
            self.waiting[query.id] = self._items(query, self.lines.get(query.id, ()))
        self._others = (self._marks()[0], *self._others[1:])

    def follow(self) -> None:
        """Take in what was written since: judgments that were added one by one, anything else by reading all anew.

        Raises DataError where the directory is gone: it would look like one in which nothing is left to judge.
        """
        if not self.golden.exists():
            gone = "no golden directory here any more"
            raise bad(self.golden.path, None, gone, "the one that this review began with", "Bring it back and go on.")
        size = self._size()
        if self._others != self._marks() or size < self._seen:
            self.read()
        elif size > self._seen:
            added = self._added()
            if added is None:
                self.read()
            else:
                for line in added:
                    self._take(line)

    def offers(self, query: str, chunk: str) -> bool:
        """Whether a pair is open to review: of `dev`, or pooled for the frozen set that its query is in; of a frozen set that is
        gone through each that somebody spoke about."""
        side, lines = self.set.sides.get(query), self.lines.get(query, ())
        if query in self._held_out:
            return query in self.waiting and any(line.chunk == chunk for line in lines)
        return query in self.waiting and (side is None or chunk in pooled_chunks(lines))

    def role(self, query: str, chunk: str) -> Role:
        """What a verdict on a pair is in this sitting."""
        return self.reviewer.role_for(query, self.labels(query).get(chunk))

    def labels(self, query: str) -> Mapping[str, Label]:
        """One query's labels as they are now, by chunk."""
        return self._labels.get(query, {})

    def _take(self, line: Judgment) -> None:
        """Bring the query of a new line up to date; no other query depends on it."""
        lines = self.lines[line.query]
        lines.append(line)
        self.names.add(name_of(line) or "")
        if line.by == self.judge and line.status == "decided":
            for role, stands in ((self.reviewer.role, self.mine), ("adjudicate", self.settled)):
                if line.role == role:
                    stands.pop((line.query, line.chunk), None)
                if line.role == role and line.reason != UNDO:
                    stands[line.query, line.chunk] = line
            self.current = line.query
        if line.by == self.judge:
            self._own(line.at)
        self._labels[line.query] = refolded(lines, self.reviewer.pairs, self.set)
        query = self.set.queries.get(line.query)
        if query is not None and query.id in self.waiting:
            self.waiting[query.id] = self._items(query, lines)

    def _own(self, at: str | None) -> None:
        """Note when the judge did something."""
        self.latest = max(filter(None, (self.latest, at)), key=moment, default=None)

    def _items(self, query: Query, lines: Sequence[Judgment]) -> tuple[Item, ...]:
        return items(self.set, query, lines, self.labels(query.id), self.reviewer)

    def _added(self) -> list[Judgment] | None:
        """The whole lines after those that were seen; None where they are not to be understood one by one."""
        with self._path(JUDGMENTS).open("rb") as file:
            file.seek(self._seen)
            data = file.read()
        whole = data[: data.rfind(b"\n") + 1]
        read = list(parse_lines(iter(whole.splitlines(keepends=True)), decoder(Judgment)))
        if any(line.error is not None or line.value.query not in self.set.queries for line in read):
            return None
        if any(line.value.text_sha256 and not self._shown(line.value) for line in read):
            return None
        self._seen += len(whole)
        return [line.value for line in read]

    def _shown(self, line: Judgment) -> bool:
        """Whether a line is about the text that is shown anyway."""
        text = self.reviewer.texts.get(line.chunk)
        return text is not None and text.sha256 == line.text_sha256

    def _marks(self) -> tuple[tuple[int, int, int], ...]:
        """A replaced file is another one, even within one tick of the file system's clock and of the same size."""
        found = (_stat(self._path(name)) for name in OTHERS)
        return tuple((at.st_ino, at.st_mtime_ns, at.st_size) if at else (0, 0, 0) for at in found)

    def _size(self) -> int:
        at = _stat(self._path(JUDGMENTS))
        return at.st_size if at else 0

    def _path(self, name: str) -> Path:
        return self.golden.path / name


def held_out_of(golden: GoldenDirectory, name: str) -> frozenset[str]:
    """The ids of a frozen set's queries. Raises UsageError where there is none of that name, DataError for a broken seal."""
    if name not in golden.frozen_names():
        there = ", ".join(golden.frozen_names()) or "none"
        raise UsageError(f"--frozen {name}: no such frozen set; there are: {there}")
    return frozenset(query.id for query in open_frozen(golden.path / "frozen" / name).queries)


def _stat(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:
        return None
