"""The white space before a token as the guard compares it: in a line, or over a line end."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Gap:
    """What stands before a token.

    mark: what of it is meaning within a line, "" for nothing. flows: whether it is in a paragraph all of whose line ends
    may be wraps. line: whether a line ends there; wrap: whether that may be a wrap; sentence: whether it follows a sentence
    or stands before an empty body of Python.
    step: how much further in the new line starts than the last one that had to start, in the text's own unit of
    indentation; shift: than the line before, in columns. parted: whether a blank line parts two groups of short entries.
    """

    mark: str = ""
    flows: bool = True
    line: bool = False
    wrap: bool = False
    sentence: bool = False
    step: float = 0.0
    shift: int = 0
    parted: bool = False

    @property
    def form(self) -> bool:
        """Whether the line end may stand for a gap."""
        return self.wrap or self.sentence


def agree(a: Gap, b: Gap, in_columns: bool) -> bool:
    """Whether the gaps before the same token say the same in both texts.

    in_columns: compare indentation from line to line in columns, as two windows of one page agree in it; else by steps, as a
    text and the same with another width of indentation do. A text must be compared in one way throughout.
    """
    if a.line and b.line:
        if a.form and b.form:
            return True
        indented_alike = a.shift == b.shift if in_columns else a.step == b.step
        return indented_alike and (a.parted == b.parted or a.form or b.form)
    if a.line or b.line:
        ends = a if a.line else b
        return a.mark == b.mark and (ends.sentence or (ends.wrap and a.flows and b.flows))
    return a.mark == b.mark
