"""Runs as CSV or TSV with a header: query, chunk and, where there are any, rank and score, in any order (see run_rows.COLUMNS)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from goldkit.errors import Problem, bad
from goldkit.files.cells import delimiter_of, read_cells
from goldkit.files.utf8 import CURE, not_utf8, raw_lines
from goldkit.formats.ranking import cure_for, expected_for
from goldkit.formats.run_rows import EXPECTED, NAMED, Row, columns_of, cure_of, read_by_query, row_of
from goldkit.formats.sniff import Head
from goldkit.formats.trec_columns import real, whole
from goldkit.phrases import counted
from goldkit.records import Results


def matches(head: Head) -> bool:
    """Whether the first line names a column for queries and one for chunks."""
    text = head.first.decode("utf-8", "replace").partition("\r")[0]
    names = [name.strip().strip('"') for name in text.split(delimiter_of(text))]
    return columns_of(names) is not None and not (len(names) == 6 and names[1].upper() == "Q0")


def unlike(head: Head) -> tuple[str, str, str] | None:
    """(found, expected, cure) for a table whose header names no such columns; None for what is no table."""
    text = head.first.decode("utf-8", "replace")
    sign = delimiter_of(text)
    if sign not in text:
        return None
    cure = cure_of([name.strip().strip('"') for name in text.split(sign)])
    return "no header that names a column for queries and one for chunks", f"a run: {NAMED}", cure


def results(path: Path) -> Iterator[Results]:
    """The results in a file, query by query.

    Raises DataError with every bad row, and for a header that names a column twice.
    """
    yield from read_by_query(path, _rows)


def _rows(path: Path, problems: list[Problem]) -> Iterator[Row]:
    cells = _cells(path, problems)
    _, header = next(cells)
    columns = columns_of(header)
    if columns is None or len(set(header)) < len(header):
        raise bad(path, 1, f"the columns {', '.join(header)}", f"{EXPECTED}, each once")
    for line, found in cells:
        try:
            if len(found) != len(header):
                raise ValueError(f"{counted(len(found), 'cell')} under a header of {len(header)}")
            own = dict(zip(header, found, strict=True))
            yield row_of(line, {name: _value(part, own[name]) for part, name in columns.items()}, columns)
        except ValueError as error:
            why = str(error)
            problems.append(Problem(str(path), line, why, expected_for(why, EXPECTED), cure_for(why)))


def _cells(path: Path, problems: list[Problem]) -> Iterator[tuple[int, list[str]]]:
    """(first line, cells) of every row that is not blank, read as they are asked for."""
    lines = _lines(path, problems)
    before, first = next((number, line) for number, line in enumerate(lines) if line.strip())
    yield from read_cells(path, chain((first,), lines), delimiter_of(first), problems, before)


def _lines(path: Path, problems: list[Problem]) -> Iterator[str]:
    for number, line in raw_lines(path):
        try:
            yield line.decode("utf-8")
        except UnicodeDecodeError as error:
            problems.append(Problem(str(path), number, not_utf8(error, "line"), "UTF-8", CURE))
            yield "\n"


def _value(part: str, cell: str) -> str | int | float:
    """A cell as what it should be. Raises ValueError where it is none."""
    if part == "rank":
        return whole(cell.encode(), "rank")
    return real(cell.encode(), "score") if part == "score" else cell
