"""TREC qrels: `query 0 chunk grade`, one judgment a line."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from goldkit.errors import Problem
from goldkit.files.utf8 import raw_lines
from goldkit.formats.escaping import unescaped
from goldkit.formats.fields import described
from goldkit.formats.grades import Grades
from goldkit.formats.options import ReadOptions
from goldkit.formats.query_texts import read_queries
from goldkit.formats.sniff import Head
from goldkit.formats.trec_columns import columns, decoded
from goldkit.results.imported import Imported
from goldkit.results.losses import Losses

EXPECTED = "four columns: query 0 chunk grade, the grade a whole number"
UNUSED = frozenset({b"0", b"Q0"})
"""What stands in the second column where it says nothing."""
WHOLE = re.compile(rb"[+-]?0*[0-9]{1,9}")
CURES = {
    "6 columns": "This looks like a run, not like qrels.",
    "5 columns": "Ids with spaces need tabs between the columns.",
}


def matches(head: Head) -> bool:
    """Whether the first line has the columns of qrels."""
    return not head.first.startswith((b"{", b"[")) and len(head.first.split()) in (4, 5, 6)


def read_trec(path: Path, options: ReadOptions) -> Imported:
    """The judgments in a qrels file; the texts of the questions from `options.queries`, where given. With `options.unescape` ids
    are read as `export trec --escape` writes them.

    Negative grades are kept. Raises DataError with every line that is no judgment (a grade with a fraction among them), and with
    pairs that have two grades.
    """
    grades, iterations = read_grades(path, options)
    found = grades.imported(read_queries(options.queries) if options.queries else {})
    lost = Losses(fields={"iteration (the second column)": iterations} if iterations else {})
    return replace(found, losses=found.losses + lost)


def _unescaped(name: bytes) -> str:
    return unescaped(decoded(name))


def read_grades(path: Path, options: ReadOptions) -> tuple[Grades, int]:
    """The grades, and how many lines name an iteration. Raises as read_trec."""
    grades = Grades(path, options.duplicates)
    iterations = 0
    for number, line in raw_lines(path):
        try:
            parts = columns(line, 4)
            if not parts:
                continue
            query, iteration, chunk, grade = parts
            iterations += iteration not in UNUSED
            name = _unescaped if options.unescape else decoded
            if not WHOLE.fullmatch(grade.strip()):
                raise ValueError(f"{described(grade.decode('utf-8', 'backslashreplace'))} as a grade")
            grades.add(number, name(query), name(chunk), int(grade))
        except ValueError as error:
            grades.problems.append(Problem(str(path), number, str(error), EXPECTED, CURES.get(str(error), "")))
    return grades.checked(), iterations
