"""Rows of a table under goldkit's names of its columns, whatever the table calls them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from goldkit.errors import Problem, UsageError
from goldkit.formats.formula_guard import unguarded
from goldkit.formats.table import read_table
from goldkit.phrases import counted

NAMED = "Say what the table calls it: `import csv … --column query=NAME`."
SPELLED = "Spell it in --column as the table does."


def named_rows(
    path: Path,
    problems: list[Problem],
    notes: list[str],
    columns: Mapping[str, str],
    known: Collection[str],
    one_of: Collection[str] = (),
) -> Iterator[tuple[int, dict[str, str]]]:
    """(line, goldkit's name of the column → cell) of every row; the guard against formulas is taken away and joins the notes.

    columns: goldkit's name → the table's. known: goldkit's names. one_of: those of which one is needed.

    Raises UsageError for another in `columns`, DataError for a column that the table has not, and as read_table.
    """
    unknown = sorted(set(columns) - set(known))
    if unknown:
        raise UsageError(f"--column {unknown[0]}=…: no such column of goldkit's; there are {', '.join(sorted(known))}")
    ours = {theirs.strip().casefold(): name for name, theirs in columns.items()}
    taken = 0
    wanted = () if not one_of or set(columns) & set(one_of) else one_of
    for line, cells in read_table(path, problems, ours, one_of=wanted, cure=NAMED if wanted else SPELLED):
        row = {_name(name, ours): cell for name, cell in cells.items()}
        plain = {name: unguarded(cell) for name, cell in row.items()}
        taken += sum(plain[name] != row[name] for name in row)
        yield line, plain
    if taken:
        cells_taken = counted(taken, "cell")
        notes.append(f"a space before - = + or @ taken away in {cells_taken}: it keeps spreadsheets from calculating")


def _name(theirs: str, ours: Mapping[str, str]) -> str:
    """What a column is called here; one that has the name of another's meaning keeps it with a word more."""
    if theirs in ours:
        return ours[theirs]
    return f"{theirs} (theirs)" if theirs in ours.values() else theirs
