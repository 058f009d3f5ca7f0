"""Samples of generators and evaluators: objects that hold a question, the passages it is about and an answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from goldkit.errors import DataError, Problem, bad
from goldkit.files.jsonl import read_lines
from goldkit.formats.fields import Place, as_id, first_at, placed
from goldkit.formats.grades import CURE, RULES, grade_named
from goldkit.formats.options import Duplicates
from goldkit.formats.sniff import head
from goldkit.formats.whole_json import read_json
from goldkit.records import JSON, Chunk, Fact, Query
from goldkit.results.imported import Imported, ImportedLabel, ImportedQuery
from goldkit.results.losses import Losses

Pair = tuple[str, str, str | None]
"""Question, chunk id, chunk text where it has no id."""


class Samples:
    """Gathers the samples of a file and what is wrong with it. A question that comes again with the same id and text is one.

    expected: what a sample looks like, for messages. duplicates: which of several grades of one question and chunk stands.
    """

    def __init__(self, path: Path, expected: str, duplicates: Duplicates = "error") -> None:
        self.problems: list[Problem] = []
        self._path, self._expected, self._rule = str(path), expected, RULES.get(duplicates)
        self._queries: dict[str, ImportedQuery] = {}
        self._fields: Counter[str] = Counter()
        self._left_out: Counter[str] = Counter()
        self._places: dict[Pair, Place] = {}
        self._settled: set[Pair] = set()
        self._repeated = 0

    def rows(self, listed: str | None = None) -> Iterator[tuple[Place, Any]]:
        """Each sample with its place: of a JSON list, or of one in an object under `listed`, or of JSON lines."""
        start = head(self._path)
        inside = listed is not None and isinstance(start.value, dict) and listed in start.value and not start.second
        if not start.whole_json and not inside:
            for line in read_lines(self._path):
                if line.error is None:
                    yield line.number, line.value
                else:
                    self.problems.append(Problem(self._path, line.number, line.found, self._expected))
            return
        value = read_json(self._path)
        if isinstance(value, dict) and listed is not None and isinstance(value.get(listed), list):
            value = value[listed]
        if not isinstance(value, list):
            raise bad(self._path, None, "one object", f"a list of samples{f' under {listed!r}' if listed else ''}")
        yield from ((f"entry {number}", row) for number, row in enumerate(value, 1))

    @contextmanager
    def at(self, place: Place) -> Iterator[None]:
        """Note a ValueError as a problem of the sample at this place, and go on."""
        try:
            yield
        except ValueError as error:
            self.report(place, str(error))

    def report(self, place: Place, found: str, expected: str = "", cure: str = "") -> None:
        """Note a problem."""
        self.problems.append(Problem(self._path, *placed(place, found), expected or self._expected, cure))

    def take(
        self,
        place: Place,
        text: str,
        labels: Iterable[ImportedLabel],
        answer: str | None = None,
        metadata: JSON | None = None,
        name: Any = None,
        facts: tuple[Fact, ...] = (),
    ) -> None:
        """Take one sample. name: its id, None where it has none. Raises ValueError for a blank question, or an id with two."""
        if not text.strip():
            raise ValueError("a blank question")
        own = "" if name is None else as_id(name)
        key = f"id {own}" if own else f"text {text}"
        query = Query(id=own, text=text, origin="import", answer=answer, metadata=metadata or {}, facts=facts)
        known = self._queries.get(key)
        if known is None:
            line = place if isinstance(place, int) else None
            self._queries[key] = ImportedQuery(query=query, labels=self._once(place, key, (), labels), line=line)
            return
        if known.query.text != text:
            raise ValueError(f"the id {own!r} with the question {text!r}, before with {known.query.text!r}")
        merged = self._once(place, key, known.labels, labels)
        self._queries[key] = ImportedQuery(query=self._merged(known.query, query), labels=merged, line=known.line)

    def lose(self, names: Iterable[str]) -> None:
        """Count fields of a sample that are not taken over."""
        self._fields.update(names)

    def leave_out(self, what: str, count: int) -> None:
        """Count what is not taken over at all."""
        self._left_out[what] += count

    def imported(self, chunks: tuple[Chunk, ...] = ()) -> Imported:
        """All samples in file order. Raises DataError with all problems, or where there is no sample."""
        if self.problems:
            raise DataError(self.problems)
        if not self._queries:
            raise bad(self._path, None, "no samples", "at least one")
        losses = Losses(
            fields=dict(sorted(self._fields.items())),
            left_out={what: count for what, count in self._left_out.items() if count},
            repeated=self._repeated,
            conflicting=len(self._settled),
        )
        return Imported(path=self._path, queries=tuple(self._queries.values()), chunks=chunks, losses=losses)

    def _merged(self, before: Query, again: Query) -> Query:
        """A question met again: what it said first stands, what it says otherwise now is counted."""
        others = [name for name, value in again.metadata.items() if before.metadata.get(name, value) != value]
        if before.answer and again.answer and before.answer != again.answer:
            others.append("answer")
        self.lose(f"{name} of questions met again" for name in others)
        metadata = {**again.metadata, **before.metadata}
        return replace(before, answer=before.answer or again.answer, metadata=metadata)

    def _once(
        self, place: Place, question: str, before: tuple[ImportedLabel, ...], labels: Iterable[ImportedLabel]
    ) -> tuple[ImportedLabel, ...]:
        """The labels with each chunk, or text of one, once. Another grade than before is a problem, or settled by the rule."""
        there = {(label.chunk, label.text): label for label in before}
        for label in labels:
            pair = (question, label.chunk, label.text)
            first, known = self._places.setdefault(pair, place), there.setdefault(pair[1:], label)
            if known is label:
                continue
            if known.grade == label.grade:
                self._repeated += 1
            elif self._rule is not None:
                there[pair[1:]] = replace(known, grade=self._rule(known.grade, label.grade))
                self._settled.add(pair)
            else:
                grades = f"grade {grade_named(label.grade)} here and {grade_named(known.grade)} before{first_at(first)}"
                found = f"({question.partition(' ')[2]!r}, {label.chunk or label.text!r}) with {grades}"
                self.report(place, found, "one grade a pair", CURE)
        return tuple(there.values())
