from __future__ import annotations

import io

from goldkit.errors import Problem
from goldkit.files.cells import delimiter_of, read_cells


def test_a_cell_may_be_longer_than_any_document() -> None:
    problems: list[Problem] = []
    rows = read_cells("t.csv", io.StringIO("a,b\n1," + "x" * 200_000 + "\n"), ",", problems)
    assert [(line, [len(cell) for cell in cells]) for line, cells in rows] == [(1, [1, 1]), (2, [1, 200_000])]
    assert problems == []


def test_lines_are_those_where_a_row_begins_and_broken_quotes_are_problems() -> None:
    problems: list[Problem] = []
    text = 'a,b\n1,"two\nlines"\n\n2,"broken" quote\n3,x\n'
    rows = list(read_cells("t.csv", io.StringIO(text, newline=""), ",", problems))
    assert rows == [(1, ["a", "b"]), (2, ["1", "two\nlines"]), (6, ["3", "x"])]
    assert [problem.line for problem in problems] == [5]


def test_the_delimiter_is_told_from_the_header() -> None:
    assert [delimiter_of(line) for line in ("a\tb,c", "a;b", "a,b;c", "a")] == ["\t", ";", ",", ","]
