"""Judgments as CSV or TSV, one a row, with a header that names the columns: `id,query,chunk,grade` and what else there is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from goldkit.errors import DataError, Problem
from goldkit.formats.formula_guard import guarded
from goldkit.formats.mapping import SEPARATOR
from goldkit.formats.one_file import write_file
from goldkit.formats.options import WriteOptions
from goldkit.phrases import counted
from goldkit.records import Query
from goldkit.results.exported import ExportedQuery, ExportSet, Written
from goldkit.results.losses import Losses

COLUMNS = ("id", "query", "chunk", "grade", "context", "answer", "tags")
CURE = "Give it another id, or export it as ranx, whose JSON carries any id."
TABS = frozenset({".tsv", ".tab"})


def write_csv(exported: ExportSet, path: Path, options: WriteOptions) -> Written:
    """Write the table, separated by tabs where the file's name says so. A cell that a spreadsheet would take for a formula gets a
    space before it, which `import csv` takes away again.

    Raises DataError, before anything is written, with every id that is blank, for an empty cell says nothing.
    """
    refuse_blank(exported, path)
    rows = [row for one in exported.queries for row in _rows(one)]
    files = write_file(path, lines_of([list(COLUMNS), *rows], "\t" if path.suffix in TABS else ","))
    odd = sum(any(SEPARATOR.search(tag) for tag in one.query.tags) for one in exported.queries)
    return Written(files=files, losses=Losses(fields={"tags of queries": odd} if odd else {}), notes=guard_notes(rows))


def guard_notes(rows: Iterable[list[str]]) -> tuple[str, ...]:
    """What to say of the cells that `lines_of` guards; nothing where there are none."""
    changed = sum(guarded(cell) != cell for row in rows for cell in row)
    note = f"{counted(changed, 'cell')} with a space before - = + or @, or a spreadsheet would take it for a formula"
    return (note,) if changed else ()


def refuse_blank(exported: ExportSet, path: Path) -> None:
    """Raise DataError with every id that is nothing but white space."""
    names = [name for one in exported.queries for name in (one.query.id, *one.grades)]
    blank = [name for name in dict.fromkeys(names) if not name.strip()]
    if blank:
        raise DataError(Problem(str(path), None, f"the id {name!r}", "ids that are not blank", CURE) for name in blank)


def lines_of(rows: list[list[str]], delimiter: str) -> Iterator[bytes]:
    """The rows as lines of a table, each cell guarded and quoted where it needs it."""
    special = re.compile(f'["\r\n{delimiter}]')
    for row in rows:
        cells = (guarded(cell) for cell in row)
        quoted = ('"' + cell.replace('"', '""') + '"' if special.search(cell) else cell for cell in cells)
        yield (delimiter.join(quoted) + "\n").encode()


def _rows(one: ExportedQuery) -> Iterator[list[str]]:
    query: Query = one.query
    tags = "|".join(tag for tag in query.tags if not SEPARATOR.search(tag) and tag.strip() == tag and tag)
    for chunk, grade in one.grades.items():
        yield [query.id, query.text, chunk, str(grade), query.context or "", query.answer or "", tags]
