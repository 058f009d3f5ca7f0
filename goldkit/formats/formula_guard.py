"""The space that keeps a spreadsheet from taking a cell for a formula, put there and taken away again.

Quepid writes it before cells that begin with - = + or @; see OWASP on CSV injection, which names tab and carriage return as well.
"""

from __future__ import annotations

import re

GUARDED = re.compile(r" +[-=+@\t\r]")
NEEDS = re.compile(r" *[-=+@\t\r]")


def guarded(cell: str) -> str:
    """A cell with one space more, where it or what follows its spaces begins a formula."""
    return f" {cell}" if NEEDS.match(cell) else cell


def unguarded(cell: str) -> str:
    """The cell that `guarded` made this of."""
    return cell[1:] if GUARDED.match(cell) else cell
