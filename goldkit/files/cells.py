"""The cells of a text table: separated by tabs, commas or semicolons, quoted where they hold these or a line end."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from goldkit.errors import Problem

DELIMITERS = ("\t", ",", ";")
BARE_RETURN = re.compile(r"(?<=\r)(?!\n)")
"""Where a line ends as old spreadsheets have it."""
LONGEST = 2**31 - 1
"""Characters a cell may have; csv's own limit of 131,072 is less than one long document."""


def delimiter_of(line: str) -> str:
    """The first of DELIMITERS that a header holds; a comma where it holds none. It ends at a carriage return."""
    header = line.lstrip("\r\n").partition("\r")[0]
    return next((sign for sign in DELIMITERS if sign in header), ",")


def read_cells(
    path: str | Path, lines: Iterable[str], delimiter: str, problems: list[Problem], before: int = 0
) -> Iterator[tuple[int, list[str]]]:
    """(first line, cells) of every row that is not blank, read as they are asked for.

    lines: with their line ends; what carriage returns alone divide may be given as one. before: how many lines of the file stand
    before them. Broken quotes join the problems.
    """
    csv.field_size_limit(LONGEST)
    reader = csv.reader(_apart(lines), delimiter=delimiter, strict=True)
    while True:
        line = before + reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            problems.append(Problem(str(path), line, f"a broken row ({error})", "cells, quoted where they need it"))
            continue
        if any(cell.strip() for cell in cells):
            yield line, cells


def _apart(lines: Iterable[str]) -> Iterator[str]:
    """The lines, those apart too that only carriage returns divide."""
    for line in lines:
        if "\r" in line.rstrip("\r\n"):
            yield from filter(None, BARE_RETURN.split(line))
        else:
            yield line
