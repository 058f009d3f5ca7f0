"""Grades and labels of many (query, chunk) pairs, each pair with one grade."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from goldkit.errors import DataError, Problem, bad
from goldkit.formats.fields import Place, described, first_at, placed
from goldkit.formats.options import Duplicates
from goldkit.records import Chunk, Query
from goldkit.results.imported import Imported, ImportedLabel, ImportedQuery
from goldkit.results.losses import Losses

LARGEST = 10**9
"""No scale reaches further: a larger number is an id or a time in the wrong column."""
RULES: Mapping[Duplicates, Callable[[int | None, int | None], int | None]] = {
    "first": lambda before, now: before,
    "last": lambda before, now: now,
    "highest": lambda before, now: max(before, now, key=lambda grade: LARGEST if grade is None else grade),
    "lowest": lambda before, now: min(before, now, key=lambda grade: LARGEST if grade is None else grade),
}
"""Which of two grades stands; one without a number says "relevant" and counts as the highest."""
CURE = "Keep one of the two; or import by a rule: --duplicates first, last, highest or lowest."


def as_grade(value: object) -> int:
    """A grade as a whole number, also from 2.0, "2" or "2.0". Raises ValueError for anything else, 0.5 among it."""
    number: object = value
    if isinstance(value, str):
        try:
            number = None if "_" in value else float(value)  # 1_0 is a number to Python only
        except ValueError:
            number = None
    if isinstance(number, float) and number.is_integer():
        number = int(number)
    if isinstance(number, int) and not isinstance(number, bool) and abs(number) <= LARGEST:
        return number
    raise ValueError(f"{described(value)} as a grade")


class Grades:
    """Gathers the grades of pairs, line after line. The same grade again is counted, another one is a problem with both lines.

    duplicates: the rule that settles such pairs instead, counted as well. unit: what a place in the file is called.
    """

    def __init__(self, path: str | Path, duplicates: Duplicates = "error", unit: str = "line") -> None:
        self.problems: list[Problem] = []
        self.repeated = 0
        self.first_line: dict[str, int | None] = {}
        self._path, self._rule, self._unit = str(path), RULES.get(duplicates), unit
        self._pairs: dict[str, dict[str, tuple[int | None, Place]]] = {}
        self._settled: set[tuple[str, str]] = set()

    def add(self, place: Place, query: str, chunk: str, grade: int | None) -> None:
        """Take one pair. place: None where the file has none."""
        self.add_query(place, query)
        pairs = self._pairs[query]
        if chunk not in pairs:
            pairs[chunk] = (grade, place)
            return
        before, where = pairs[chunk]
        if before == grade:
            self.repeated += 1
        elif self._rule is not None:
            pairs[chunk] = (self._rule(before, grade), place)
            self._settled.add((query, chunk))
        else:
            first = first_at(where, self._unit)
            found = (
                f"({query!r}, {chunk!r}) with grade {grade_named(grade)} here and {grade_named(before)} before{first}"
            )
            self.report(place, found, "one grade a pair", CURE)

    def report(self, place: Place, found: str, expected: str, cure: str = "") -> None:
        """Note a problem at a place of the file."""
        named = f"{self._unit} {place}" if self._unit != "line" and isinstance(place, int) else place
        self.problems.append(Problem(self._path, *placed(named, found), expected, cure))

    def add_query(self, place: Place, query: str) -> None:
        """Take a query, so that it is there even without a pair."""
        if query not in self._pairs:
            self.first_line[query] = place if isinstance(place, int) else None
            self._pairs[query] = {}

    def pairs(self) -> dict[str, dict[str, int | None]]:
        """query → chunk → grade, in file order."""
        return {query: {chunk: grade for chunk, (grade, _) in own.items()} for query, own in self._pairs.items()}

    def labels(self) -> dict[str, tuple[ImportedLabel, ...]]:
        """query → its labels, in file order."""
        return {
            query: tuple(ImportedLabel(chunk=chunk, grade=grade) for chunk, (grade, _) in pairs.items())
            for query, pairs in self._pairs.items()
        }

    def checked(self) -> Grades:
        """Itself. Raises DataError with all problems, or when there is no judgment at all."""
        if self.problems:
            raise DataError(self.problems)
        if not self._pairs:
            raise bad(self._path, None, "no judgments", "at least one judgment")
        return self

    def imported(self, texts: Mapping[str, Query], chunks: tuple[Chunk, ...] = ()) -> Imported:
        """The judged queries, each with its text where `texts` (id → query) has it, in file order."""
        queries = tuple(
            ImportedQuery(
                query=texts.get(name) or Query(id=name, text="", origin="import"),
                labels=labels,
                line=self.first_line[name] if self._unit == "line" else None,
            )
            for name, labels in self.labels().items()
        )
        others = tuple(sorted(texts.keys() - self.first_line.keys()))
        return Imported(
            path=self._path,
            queries=queries,
            spare=others,
            chunks=chunks,
            losses=Losses(
                left_out={"queries without a judgment": len(others)} if others else {},
                repeated=self.repeated,
                conflicting=len(self._settled),
            ),
        )

    @property
    def chunks(self) -> set[str]:
        """Every chunk that has a grade."""
        return {chunk for pairs in self._pairs.values() for chunk in pairs}


def grade_named(grade: int | None) -> str:
    """A grade for a message."""
    return "none" if grade is None else str(grade)
