"""Questions gathered from rows: what one row says, and how the rows of one question come together."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from goldkit.errors import Problem
from goldkit.formats.fields import Place
from goldkit.formats.grades import Grades
from goldkit.formats.options import Duplicates
from goldkit.records import JSON, Fact, Query
from goldkit.results.imported import Imported


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What one row says about one question.

    id: None where it has none. context: the turn before. pairs: (chunk id, grade or None). facts: where it gives an AND of ORs.
    """

    text: str
    id: str | None = None
    context: str | None = None
    pairs: tuple[tuple[str, int | None], ...] = ()
    tags: tuple[str, ...] = ()
    answer: str | None = None
    metadata: JSON = field(default_factory=dict)
    facts: tuple[Fact, ...] = ()


class Questions:
    """Takes row after row. Rows with one id, or without ids and with one text, are one question."""

    def __init__(self, path: str | Path, duplicates: Duplicates = "error", unit: str = "line") -> None:
        self._grades = Grades(path, duplicates, unit)
        self._queries: dict[str, Query] = {}

    @property
    def problems(self) -> list[Problem]:
        """Everything wrong so far; readers add their own."""
        return self._grades.problems

    def report(self, place: Place, found: str, expected: str, cure: str = "") -> None:
        """Note a problem with the row at this place."""
        self._grades.report(place, found, expected, cure)

    def take(self, place: Place, row: Row) -> None:
        """Take one row; a blank question, or one id with two texts, is a problem."""
        if not row.text.strip():
            self.report(place, "a blank question", "a question")
            return
        key = row.id if row.id is not None else row.text if row.context is None else f"{row.context}\n{row.text}"
        known = self._queries.get(key)
        if known is not None and (known.text, known.context) != (row.text, row.context):
            self.report(
                place,
                f"the id {row.id!r} with the question {row.text!r}, before with {known.text!r}",
                "one question an id",
            )
            return
        arriving = Query(id=row.id or "", text=row.text, origin="import", context=row.context, answer=row.answer)
        query = known or arriving
        self._queries[key] = replace(
            query,
            tags=tuple(sorted({*query.tags, *row.tags})),
            answer=query.answer or row.answer,
            metadata={**row.metadata, **query.metadata},
            facts=tuple(dict.fromkeys((*query.facts, *row.facts))),
        )
        self._grades.add_query(place, key)
        for chunk, grade in row.pairs:
            self._grades.add(place, key, chunk, grade)

    def imported(self) -> Imported:
        """All questions in the order of their first rows. Raises DataError with all problems, or where there is no question."""
        return self._grades.checked().imported(self._queries)
