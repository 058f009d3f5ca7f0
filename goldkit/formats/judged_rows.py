"""Judgments of several judges, one statement at a time: each judge has one grade for each question and chunk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from goldkit.errors import DataError, Problem, bad
from goldkit.files.jsonl import read_lines
from goldkit.formats.fields import Place, as_object, first_at, placed
from goldkit.formats.grades import CURE, RULES
from goldkit.formats.options import Duplicates, ReadOptions
from goldkit.records import JSON, Chunk, Query
from goldkit.results.imported import Imported, ImportedLabel, ImportedQuery
from goldkit.results.losses import Losses

Key = tuple[str, str, str | None, str | None]
"""Question, chunk id, chunk text where it has no id, judge."""


class JudgedRows:
    """Gathers statements and what is wrong with them. Questions with one id, or without ids with one text, are one.

    expected: what a statement looks like, for messages. duplicates: which of several grades of one judge stands.
    """

    def __init__(self, path: str | Path, expected: str, duplicates: Duplicates = "error") -> None:
        self.problems: list[Problem] = []
        self.left_out: dict[str, int] = {}
        self._fields: Counter[str] = Counter()
        self._path, self._expected, self._rule = str(path), expected, RULES.get(duplicates)
        self._queries: dict[str, ImportedQuery] = {}
        self._labels: dict[Key, tuple[ImportedLabel, Place]] = {}
        self._chunks: dict[str, Chunk] = {}
        self._repeated = 0
        self._settled: set[Key] = set()

    def report(self, place: Place, found: str, expected: str = "", cure: str = "") -> None:
        """Note a problem at a place."""
        self.problems.append(Problem(self._path, *placed(place, found), expected or self._expected, cure))

    def leave_out(self, what: str) -> None:
        """Count what is not taken over."""
        self.left_out[what] = self.left_out.get(what, 0) + 1

    def lose(self, names: Iterable[str]) -> None:
        """Count fields of a statement that are not taken over."""
        self._fields.update(names)

    def question(self, place: Place, query: Query) -> str:
        """Take a question; what it goes by here. Raises ValueError for a blank one, or an id with two texts."""
        if not query.text.strip():
            raise ValueError("a blank question")
        key = f"id {query.id}" if query.id else f"text {query.text}"
        line = place if isinstance(place, int) else None
        known = self._queries.setdefault(key, ImportedQuery(query=query, line=line)).query
        if known.text != query.text:
            raise ValueError(f"the id {query.id!r} with the question {query.text!r}, before with {known.text!r}")
        return key

    def judge(self, place: Place, question: str, label: ImportedLabel) -> None:
        """Take a statement about a question that was taken. The same again is counted, another grade is a problem, or settled."""
        key = (question, label.chunk, None if label.chunk else label.text, label.by)
        before, where = self._labels.setdefault(key, (label, place))
        if before is label:
            return
        if before.grade == label.grade:
            self._repeated += 1
        elif self._rule is not None:
            self._labels[key] = (replace(before, grade=self._rule(before.grade, label.grade)), place)
            self._settled.add(key)
        else:
            by = f" by {label.by}" if label.by else ""
            pair = f"({self._queries[question].query.text!r}, {label.chunk or label.text!r})"
            found = f"{pair} with grade {label.grade}{by} here and {before.grade} before{first_at(where)}"
            self.report(place, found, "one grade a pair and judge", CURE)

    def passage(self, chunk: Chunk) -> None:
        """Take the text of a chunk. Raises ValueError where it had another before."""
        before = self._chunks.setdefault(chunk.id, chunk)
        if before.text != chunk.text:
            raise ValueError(f"the chunk {chunk.id!r} with another text than before")

    def imported(self) -> Imported:
        """All questions in file order with their labels. Raises DataError with all problems, or where there is no question."""
        if self.problems:
            raise DataError(self.problems)
        if not self._queries:
            raise bad(self._path, None, "no questions", "at least one")
        labels: dict[str, list[ImportedLabel]] = {key: [] for key in self._queries}
        for (question, *_), (label, _) in self._labels.items():
            labels[question].append(label)
        return Imported(
            path=self._path,
            queries=tuple(replace(item, labels=tuple(labels[key])) for key, item in self._queries.items()),
            chunks=tuple(self._chunks.values()),
            losses=Losses(
                fields=self._fields, left_out=self.left_out, repeated=self._repeated, conflicting=len(self._settled)
            ),
        )


def read_judged_lines(
    path: Path, expected: str, options: ReadOptions, take: Callable[[JudgedRows, int, JSON], None]
) -> Imported:
    """The statements of a file of JSON lines. take: takes one, given its line; its ValueError is a problem of that line.

    Raises DataError with every bad line.
    """
    rows = JudgedRows(path, expected, options.duplicates)
    for line in read_lines(path):
        if line.error is not None:
            rows.report(line.number, line.found)
            continue
        try:
            take(rows, line.number, as_object(line.value))
        except ValueError as error:
            rows.report(line.number, str(error))
    return rows.imported()
