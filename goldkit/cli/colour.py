"""Colour on a terminal: only a verdict has any, green for better and red for worse; nothing else may look like a win."""

from __future__ import annotations

import sys
from collections.abc import Iterable

STYLES = {"better": "green", "worse": "red"}
"""Verdict → style; a verdict that is none of these has none."""


def out_verdicts(text: str, verdicts: Iterable[tuple[str, str, str]]) -> None:
    """A report to stdout, its verdicts coloured where that is a terminal. NO_COLOR and a dumb terminal leave it plain.

    verdicts: (start of a line, the word after it, verdict), in the order in which they stand in the text.
    """
    from rich.console import Console
    from rich.text import Text

    coloured, place = Text(text.removesuffix("\n")), 0
    for start, word, verdict in verdicts:
        begin = text.find(f"{start}{word}", place)
        place = begin + len(start) + len(word) if begin >= 0 else place
        if begin >= 0 and verdict in STYLES:
            coloured.stylize(STYLES[verdict], begin + len(start), place)
    console = Console(file=sys.stdout, highlight=False, markup=False, emoji=False)
    console.print(coloured, soft_wrap=True)
