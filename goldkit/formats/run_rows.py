"""Runs as rows of a table, one result a row: which columns hold what, and the rows of one query in one piece."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from goldkit.errors import DataError, Problem
from goldkit.formats.fields import as_id, described, first_at, placed
from goldkit.formats.ranking import ANSWERS, CURE, as_score
from goldkit.formats.trec_plain import in_order
from goldkit.records import Results

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "query": ("query_id", "query-id", "q_id", "qid", "query"),
    "chunk": ("chunk_id", "chunk", "doc_id", "docid", "docno", "corpus-id", "passage_id", "pid"),
    "rank": ("rank", "position"),
    "score": ("score",),
}
"""What a result has → names of the column that holds it: goldkit's, ranx's, BEIR's, PyTerrier's and MS MARCO's. Case is ignored,
and of several the first holds it: beside an id, `query` and `chunk` are texts."""
EXPECTED = "columns for query and chunk, if there are any for rank and score"
NAMED = f"a column for queries ({', '.join(COLUMNS['query'])}) and one for chunks ({', '.join(COLUMNS['chunk'])})"


class Row(NamedTuple):
    """One result. line: where it stands. rank, score: None where the table has no such column."""

    line: int
    query: str
    chunk: str
    rank: int | None
    score: float | None


def columns_of(names: Collection[str]) -> dict[str, str] | None:
    """What a result has → the table's own name of that column; None where query or chunk has none."""
    folded = {name.strip().casefold(): name for name in names}
    found = {part: folded[name] for part, known in COLUMNS.items() for name in reversed(known) if name in folded}
    return found if found.keys() >= {"query", "chunk"} else None


def cure_of(names: Collection[str]) -> str:
    """Why a table without results is none, where its columns show that it holds answers; "" where they do not."""
    return "" if ANSWERS.isdisjoint(name.strip().casefold() for name in names) else CURE


def row_of(line: int, cells: Mapping[str, Any], columns: Mapping[str, str]) -> Row:
    """One row of a table. Raises ValueError with what is wrong with it."""
    values = {part: cells.get(name) for part, name in columns.items()}
    rank, score = values.get("rank"), values.get("score")
    return Row(
        line,
        as_id(values["query"]),
        as_id(values["chunk"]),
        _rank(rank) if "rank" in columns else None,
        as_score(score) if "score" in columns else None,
    )


def read_by_query(
    path: Path, read: Callable[[Path, list[Problem]], Iterator[Row]], unit: str = "line"
) -> Iterator[Results]:
    """The results of each query, in the order of its ranks; without ranks by the scores, without these as the rows stand.

    read: yields the rows; the problems that it notes are raised last. unit: what the number of a row counts.
    """
    problems: list[Problem] = []

    def rows() -> Iterator[Row]:
        problems.clear()
        return read(path, problems)

    for own in _by_query(rows):
        if own.rank_twice is not None:
            problems.append(_rank_twice(path, own.query, own.rank_twice, unit))
        yield own.results()
    if problems:
        raise DataError(problems)


def _rank_twice(path: Path, query: str, twice: tuple[int, int, int], unit: str) -> Problem:
    rank, first, last = twice
    place = last if unit == "line" else f"{unit} {last}"
    line, found = placed(place, f"the rank {rank} a second time for the query {query!r}{first_at(first, unit)}")
    return Problem(str(path), line, found, "each rank once a query, or a column of scores beside the ranks")


def _by_query(rows: Callable[[], Iterator[Row]]) -> Iterator[_Own]:
    """The rows of each query. rows: begins anew each time it is called. Where rows of one query stand apart, all are gathered."""
    seen: set[str] = set()
    own: _Own | None = None
    for row in rows():
        if own is None or row.query != own.query:
            if own is not None:
                yield own
            if row.query in seen:
                yield from _gathered(rows())
                return
            seen.add(row.query)
            own = _Own(row.query)
        own.take(row)
    if own is not None:
        yield own


def _gathered(rows: Iterator[Row]) -> Iterator[_Own]:
    found: dict[str, _Own] = {}
    for row in rows:
        found.setdefault(row.query, _Own(row.query)).take(row)
    yield from found.values()


@dataclass(slots=True)
class _Own:
    """One query's rows, column by column."""

    query: str
    chunks: list[str] = field(default_factory=list)
    ranks: list[int] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)

    def take(self, row: Row) -> None:
        self.chunks.append(row.chunk)
        self.lines.append(row.line)
        if row.rank is not None:
            self.ranks.append(row.rank)
        if row.score is not None:
            self.scores.append(row.score)

    @property
    def rank_twice(self) -> tuple[int, int, int] | None:
        """(rank, its first line, its second) where ranks alone are the order and do not give one, else None."""
        first: dict[int, int] = {}
        for rank, line in zip(self.ranks, self.lines, strict=True) if self.ranks and not self.scores else ():
            if first.setdefault(rank, line) != line:
                return rank, first[rank], line
        return None

    def results(self) -> Results:
        if self.ranks and self.scores:
            return in_order(self.query, self.chunks, self.ranks, self.scores, self.lines)
        if self.ranks:
            order = sorted(range(len(self.ranks)), key=self.ranks.__getitem__)
            return Results(self.query, [self.chunks[at] for at in order], lines=[self.lines[at] for at in order])
        return Results(self.query, self.chunks, self.scores or None, not self.scores, None, self.lines)


def _rank(value: Any) -> int:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{described(value)} as a rank")
    return value
