"""Judgments as Parquet, one a row: the columns of BEIR on dataset hubs, of ranx, and others that runs have as well."""

from __future__ import annotations

from pathlib import Path

from goldkit.errors import bad
from goldkit.files.parquet import read_rows
from goldkit.formats.fields import as_id, keys_found
from goldkit.formats.grades import Grades, as_grade
from goldkit.formats.options import ReadOptions
from goldkit.formats.run_rows import columns_of

COLUMNS = "columns for query, chunk and score, such as query-id, corpus-id, score or q_id, doc_id, score"


def read_qrels_parquet(files: tuple[Path, ...], options: ReadOptions) -> Grades:
    """The grades in the pieces of a table. Raises DataError with every row that is none, and with pairs that have two grades."""
    grades = Grades(files[0], options.duplicates, "row")
    for file in files:
        _read(file, grades)
    return grades.checked()


def _read(path: Path, grades: Grades) -> None:
    for number, cells in read_rows(path):
        columns = columns_of(cells)
        if columns is None or "score" not in columns:
            raise bad(path, None, f"the columns {keys_found(cells)}", COLUMNS)
        try:
            query, chunk = as_id(cells[columns["query"]]), as_id(cells[columns["chunk"]])
            grades.add(number, query, chunk, as_grade(cells[columns["score"]]))
        except ValueError as error:
            grades.report(number, str(error), COLUMNS)
