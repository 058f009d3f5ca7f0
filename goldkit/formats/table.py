"""Tables with a header: CSV, TSV or semicolon-separated, in UTF-8, every row with its line."""

from __future__ import annotations

import io
import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from goldkit.errors import DataError, Problem, bad
from goldkit.files.cells import delimiter_of, read_cells
from goldkit.files.utf8 import read_text
from goldkit.phrases import counted, excerpt, some

JSON = re.compile(r"\s*(\{\s*[\"}]|\[\s*[\[{\"\]])")
"""How JSON begins, and hardly any header."""
CURE = "Rename the columns."


def read_table(
    path: str | Path,
    problems: list[Problem],
    needed: Iterable[str] = (),
    fold: bool = True,
    one_of: Collection[str] = (),
    cure: str = CURE,
) -> Iterator[tuple[int, dict[str, str]]]:
    """(line, column name → cell) for every row that has as many cells as the header; empty cells are left out.

    Column names are folded (case, outer white space); fold: whether also those that are not needed. one_of: names of which one is
    needed. cure: what helps where a column is lacking. The delimiter is the first of tab, comma and semicolon in the header.
    Ragged rows and broken quotes join the problems.

    Raises DataError for a file that is not UTF-8, with its byte, or is JSON, or has no header, a broken one, or one that names a
    column twice or lacks one that is needed.
    """
    text = read_text(path)
    if JSON.match(text):
        raise bad(path, 1, "JSON", "a table with a header", "Import it in its own format, or as `mapping`.")
    delimiter = delimiter_of(text.lstrip("\r\n").partition("\n")[0])
    rows = read_cells(path, io.StringIO(text, newline=""), delimiter, problems)
    before = len(problems)
    _, header = next(rows, (1, []))
    if len(problems) > before:
        raise DataError(problems)
    needed = list(needed)
    names = [_name(name, needed, fold) for name in header]
    if not any(names):
        raise bad(path, None, "an empty file", "a header and rows")
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise bad(path, 1, f"the column {twice!r} twice", "every column once")
    lacking = [name for name in needed if name not in names]
    if one_of and not set(one_of) & set(names):
        lacking.append(" or ".join(dict.fromkeys(one_of)))
    if lacking:
        raise bad(
            path, 1, f"the columns {some([excerpt(name, 30) for name in names], 8)}", f"one called {lacking[0]}", cure
        )
    for line, cells in rows:
        if len(cells) != len(names):
            found = f"{counted(len(cells), 'cell')} under a header of {len(names)}"
            problems.append(Problem(str(path), line, found, "as many cells as the header", "Quote cells that hold it."))
            continue
        yield line, {name: cell for name, cell in zip(names, cells, strict=True) if name and cell.strip()}


def _name(cell: str, needed: Collection[str], fold: bool) -> str:
    folded = cell.strip().casefold()
    return folded if fold or folded in needed else cell.strip()
