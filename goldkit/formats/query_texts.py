"""Files that give the texts of queries by id: BEIR's queries.jsonl, the same in Parquet, or `id<TAB>text` as TREC topics are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from goldkit.errors import DataError, Problem
from goldkit.files.jsonl import read_lines
from goldkit.files.parquet import read_rows
from goldkit.files.utf8 import not_utf8, raw_lines
from goldkit.formats.fields import as_id, as_object, as_text, first_key, keys_found
from goldkit.formats.sniff import Head, head
from goldkit.records import Query

ID_KEYS = ("_id", "id", "query_id", "qid")
TEXT_KEYS = ("text", "query", "question")
EXPECTED = "a query with an id and a text, once"


def read_queries(path: Path) -> dict[str, Query]:
    """id → query with its text (and its metadata), origin "import". Raises DataError with every line that is none."""
    queries: dict[str, Query] = {}
    lines: dict[str, int] = {}
    problems = []
    start = head(path)
    unit = "row" if start.parquet else "line"
    for number, found in _rows(path) if start.parquet else _entries(path, start):
        if isinstance(found, Query) and found.id not in queries:
            queries[found.id], lines[found.id] = found, number
            continue
        if isinstance(found, Query):
            found = f"the query {found.id!r} a second time, first on {unit} {lines[found.id]}"
        problems.append(_problem(path, unit, number, found))
    if problems:
        raise DataError(problems)
    return queries


def _problem(path: Path, unit: str, number: int, found: str) -> Problem:
    if unit == "line":
        return Problem(str(path), number, found, EXPECTED)
    return Problem(str(path), None, f"in {unit} {number} {found}", EXPECTED)


def _rows(path: Path) -> Iterator[tuple[int, Query | str]]:
    """(row, query, or what is wrong with the row)."""
    for number, row in read_rows(path):
        try:
            yield number, _query(row)
        except ValueError as error:
            yield number, str(error)


def _entries(path: Path, start: Head) -> Iterator[tuple[int, Query | str]]:
    """(line, query, or what is wrong with the line)."""
    if start.first.startswith(b"{"):
        for line in read_lines(path):
            try:
                yield line.number, line.error or _query(as_object(line.value))
            except ValueError as error:
                yield line.number, str(error)
        return
    for number, raw in raw_lines(path):
        if not raw.strip():
            continue
        try:
            name, tab, text = raw.decode().rstrip("\r\n").partition("\t")
            yield number, _tabbed(name, text) if tab and name else "no id, tab and text"
        except UnicodeDecodeError as error:
            yield number, not_utf8(error, "line")


def _tabbed(name: str, text: str) -> Query | str:
    return Query(id=name, text=text, origin="import") if text.strip() else "a blank text"


def _query(row: dict[str, object]) -> Query:
    id_key, text_key = first_key(row, ID_KEYS), first_key(row, TEXT_KEYS)
    if id_key is None or text_key is None:
        raise ValueError(f"no {'text' if id_key else 'id'} (keys: {keys_found(row)})")
    text = as_text(row[text_key])
    if not text.strip():
        raise ValueError("a blank text")
    metadata = row.get("metadata") or {}
    rest = {key: value for key, value in row.items() if key not in (id_key, text_key, "metadata") and value is not None}
    return Query(id=as_id(row[id_key]), text=text, origin="import", metadata=rest | as_object(metadata))
