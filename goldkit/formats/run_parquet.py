"""Runs as Parquet: one result a row as in CSV, or one query a row with its chunks (and scores) as lists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from goldkit.errors import DataError, Problem
from goldkit.files.parquet import read_rows
from goldkit.formats.fields import as_id
from goldkit.formats.ranking import as_score, cure_for, expected_for, ranking_of
from goldkit.formats.run_rows import EXPECTED, NAMED, Row, columns_of, cure_of, read_by_query, row_of
from goldkit.formats.sniff import Head
from goldkit.records import Results

LISTS: Mapping[str, tuple[str, ...]] = {"chunk": ("chunks", "chunk_ids"), "score": ("scores",)}
"""What a result has → names of the column that holds the lists of it."""


def matches(head: Head) -> bool:
    """Whether the file says that it is Parquet."""
    return head.parquet


def results(path: Path, texts: bool = False) -> Iterator[Results]:
    """The results in a file, query by query. texts: see ranking_of.

    Raises UsageError where pyarrow is not installed, DataError with every bad row.
    """
    _, first = next(read_rows(path, exact=True), (0, {}))
    if not _list_columns(first).keys() >= {"query", "chunk"}:
        yield from read_by_query(path, _rows, "row")
        return
    problems: list[Problem] = []
    yield from _listed(path, problems, texts)
    if problems:
        raise DataError(problems)


def _rows(path: Path, problems: list[Problem]) -> Iterator[Row]:
    """Rows are told by their numbers, from 1, since Parquet has no lines."""
    for number, cells in read_rows(path, exact=True):
        columns = columns_of(cells)
        if columns is None:
            problems.append(Problem(str(path), None, f"the columns {', '.join(cells)}", NAMED, cure_of(cells)))
            return
        try:
            yield row_of(number, cells, columns)
        except ValueError as error:
            problems.append(_problem(path, number, str(error)))


def _listed(path: Path, problems: list[Problem], texts: bool) -> Iterator[Results]:
    seen: dict[str, int] = {}
    for number, cells in read_rows(path, exact=True):
        columns = _list_columns(cells)
        try:
            query = as_id(cells[columns["query"]])
            if query in seen:
                raise ValueError(f"the query {query!r} a second time, first in row {seen[query]}")
            seen[query] = number
            ranking = ranking_of(cells[columns["chunk"]], texts)
            scores = cells.get(columns.get("score", "")) or None
            if scores is not None and len(scores) != len(ranking.ids):
                raise ValueError(f"{len(scores)} scores for {len(ranking.ids)} chunks")
            values = tuple(map(as_score, scores)) if scores else ranking.scores
            yield Results(query, ranking.ids, values, ranking.ordered, None, (), ranking.mixed)
        except ValueError as error:
            problems.append(_problem(path, number, str(error)))


def _problem(path: Path, number: int, found: str) -> Problem:
    return Problem(str(path), None, f"in row {number} {found}", expected_for(found, EXPECTED), cure_for(found))


def _list_columns(cells: Mapping[str, Any]) -> dict[str, str]:
    """What a result has → the table's own name of its column of lists, and the query's."""
    folded = {name.strip().casefold(): name for name in cells}
    found = {part: folded[name] for part, known in LISTS.items() for name in known if name in folded}
    query = (columns_of([*cells, "chunk"]) or {}).get("query")
    return found if query is None else {**found, "query": query}
