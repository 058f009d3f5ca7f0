"""Tables as logs: CSV, TSV, semicolons or Parquet, one record a row. Cells of a text table stay strings, JSON in them too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import chain, islice
from pathlib import Path
from typing import Any

from goldkit.errors import Problem, bad
from goldkit.files.cells import delimiter_of, read_cells
from goldkit.files.parquet import is_parquet, read_rows
from goldkit.files.utf8 import raw_lines
from goldkit.logs.tally import Tally
from goldkit.logs.tolerant import decoded
from goldkit.records import JSON

SNIFFED = 20
"""Rows that a table is told by: one of them must have as many cells as the header."""
RAGGED = "row with more or fewer cells than the header"


def table_rows(path: Path, tally: Tally) -> Iterator[tuple[int, JSON]] | None:
    """(line, column → cell) of a table's rows, without empty cells; None for a file that is no table.

    Rows with broken quotes, with more or fewer cells than the header and with bytes that are not UTF-8 are counted.
    Raises DataError for a header that names a column twice and for broken Parquet, UsageError for Parquet without pyarrow.
    """
    if is_parquet(path):
        return ((number, _plain(row)) for number, row in read_rows(path))
    delimiter = _delimiter(path)
    return None if delimiter is None else _text_rows(path, delimiter, tally)


def _delimiter(path: Path) -> str | None:
    """What separates the cells; None where the file begins as JSON does, or no row fits the first line taken as a header."""
    lines = _lines(path)
    first = next((line for line in lines if line.strip()), "")
    if first.lstrip()[:1] in ("", "{", "[") or "\0" in first or _broken(first):
        return None
    delimiter = delimiter_of(first)
    table = [cells for _, cells in islice(read_cells(path, chain((first,), lines), delimiter, []), SNIFFED + 1)]
    if not table:
        return None
    header, *rows = table
    json = any(isinstance(decoded(delimiter.join(cells)), dict) for cells in rows)
    fits = len(header) > 1 and any(len(cells) == len(header) for cells in rows)
    return delimiter if fits and not json else None


def _text_rows(path: Path, delimiter: str, tally: Tally) -> Iterator[tuple[int, JSON]]:
    problems: list[Problem] = []
    rows = read_cells(path, _lines(path), delimiter, problems)
    line, header = next(rows)
    names = _names(path, line, header)
    for line, cells in rows:
        if any(map(_broken, cells)):
            tally.broken("bytes that are not UTF-8", line)
        elif len(cells) < len(names) or any(cells[len(names) :]):
            tally.broken(RAGGED, line)
        else:
            yield line, {name: cell for name, cell in zip(names, cells, strict=False) if name and cell}
    for problem in problems:
        tally.broken("row with broken quotes", problem.line or 1)


def _names(path: Path, line: int, header: Sequence[str]) -> list[str]:
    names = [name.strip() for name in header]
    twice = [name for name in names if name and names.count(name) > 1]
    if twice:
        raise bad(path, line, f"the column {twice[0]!r} twice", "every column once")
    return names


def _lines(path: Path) -> Iterator[str]:
    """The lines with their ends; bytes that are not UTF-8 become half surrogates, so that only their row is lost."""
    for _, line in raw_lines(path):
        yield line.decode("utf-8", "surrogateescape")


def _broken(text: str) -> bool:
    return not text.isascii() and any("\udc80" <= sign <= "\udcff" for sign in text)


def _plain(value: Any) -> Any:
    """A cell of a Parquet file as JSON has it: times as ISO 8601, bytes in hex."""
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, Mapping):
        return {str(name): _plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, date):  # and datetime
        return value.isoformat()
    return value.hex() if isinstance(value, bytes) else str(value)
