"""Quepid: ratings as CSV, `query,docid,rating`, and books with a column for each rater."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from goldkit.formats.csv_table import guard_notes, lines_of, refuse_blank
from goldkit.formats.formula_guard import unguarded
from goldkit.formats.grades import as_grade
from goldkit.formats.judged_rows import JudgedRows
from goldkit.formats.one_file import write_file
from goldkit.formats.one_wording import merged_by_wording
from goldkit.formats.options import ReadOptions, WriteOptions
from goldkit.formats.table import read_table
from goldkit.records import Query
from goldkit.results.exported import ExportSet, Written
from goldkit.results.imported import Imported, ImportedLabel

HEADER = ("query", "docid", "rating")
EXPECTED = "a row of query, docid and rating, or of a book: query, docid and a column for each rater"
UNRATED = "queries without a rating"
SEVERAL = "|"
"""What a book joins several ratings by one rater with."""


def read_quepid(path: Path, options: ReadOptions) -> Imported:
    """The ratings of a case, or of a book, whose raters are the judges. A query without a rating has a row padded with empty
    cells. The space before cells that a spreadsheet would take for a formula is taken away.

    Raises DataError with every bad row; a rater who rated a pair twice has two grades.
    """
    rows = JudgedRows(path, EXPECTED, options.duplicates)
    for line, cells in read_table(path, rows.problems, HEADER[:2], fold=False):
        try:
            _take(rows, line, {name: unguarded(cell) for name, cell in cells.items()})
        except ValueError as error:
            rows.report(line, str(error))
    return rows.imported()


def _take(rows: JudgedRows, line: int, cells: Mapping[str, str]) -> None:
    """Take one row. Raises ValueError with what is wrong with it."""
    if "query" not in cells:
        raise ValueError("no query")
    question = rows.question(line, Query(id="", text=cells["query"], origin="import"))
    raters = {name: cell for name, cell in cells.items() if name not in HEADER[:2]}
    if raters and "docid" not in cells:
        raise ValueError("a rating without a docid")
    if not raters:
        rows.leave_out(UNRATED if "docid" not in cells else "documents without a rating")
    for name, cell in raters.items():
        by = None if name == HEADER[2] else name
        for rating in cell.split(SEVERAL):
            rows.judge(line, question, ImportedLabel(chunk=cells["docid"], grade=as_grade(rating), by=by))


def write_quepid(exported: ExportSet, path: Path, options: WriteOptions) -> Written:
    """Write the ratings of a case. Raises DataError, before anything is written, with every id that is blank."""
    refuse_blank(exported, path)
    rows = [[one.query.text, chunk, str(grade)] for one in exported.queries for chunk, grade in one.grades.items()]
    files = write_file(path, lines_of([list(HEADER), *rows], ","))
    return Written(files=files, losses=merged_by_wording(exported), notes=guard_notes(rows))
