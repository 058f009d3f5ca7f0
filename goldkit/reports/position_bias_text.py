"""Clicks by rank as plain text: how far a click says that a result is good, and how far only that it stood high."""

from __future__ import annotations

from goldkit.phrases import counted
from goldkit.reports.columns import columns, wrap
from goldkit.results.position_bias import PositionBias, RankClicks

FIRST = 10
"""Ranks that are listed."""
WIDTH = 100
INDENT = " " * 11


def position_bias_lines(bias: PositionBias) -> list[str]:
    """A table of the first ranks, and what it means for the order of the queue."""
    shown, clicked = sum(one.shown for one in bias.ranks), sum(one.clicked for one in bias.ranks)
    rest = len(bias.ranks) - FIRST
    more = f"; {counted(rest, 'further rank')} (--json)" if rest > 0 else ""
    return [
        f"clicks:    {clicked:,} on {counted(shown, 'result')} shown at a known rank{more}",
        *(INDENT + line for line in _table(bias)),
        *wrap(_meaning(bias), WIDTH, INDENT),
    ]


def _table(bias: PositionBias) -> list[str]:
    head = ["rank", "shown", "clicked", "a showing", "looked at, of rank 1 (95%)" if bias.identifiable else ""]
    rows = [head, *(_row(one, bias.identifiable) for one in bias.ranks[:FIRST])]
    return columns(rows, (True, True, True, True, False))


def _row(one: RankClicks, identifiable: bool) -> list[str]:
    looked = one.examined
    told = "not known" if looked is None else f"{looked.estimate:.2f} ({looked.low:.2f} to {looked.high:.2f})"
    return [str(one.rank), f"{one.shown:,}", f"{one.clicked:,}", f"{one.rate:.1%}", told if identifiable else ""]


def _meaning(bias: PositionBias) -> str:
    pairs = f"{counted(bias.several, 'pair')} of question and chunk shown at two or more ranks"
    if bias.identifiable:
        return (
            f"Results that stand high are looked at more. How much more, {pairs} tell; a click further down "
            f"counts for as many, up to {bias.most:g}, in the order of the queue. --no-position-bias turns it off."
        )
    lack = f"where {bias.needed} are needed" if bias.several < bias.needed else "but with too few clicks"
    return (
        "Results that stand high are clicked more, good or not. How much of it is the rank is not identifiable from this log: "
        f"there are {pairs}, {lack}. Clicks are counted as they are; each clicked pair carries its clicks over those expected "
        "of its ranks (COEC: 1 is the average of the last column, 2 twice as many)."
    )
