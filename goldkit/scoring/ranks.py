"""Where the first useful chunk stands, before and after, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, median

from goldkit.phrases import counted
from goldkit.scoring.table import RunTable

LEAST = 5
"""Queries without which nothing is said: of a frozen set a mean of fewer would show single ranks."""
NOTED = 0.1
"""By how much a mean rank must move to be mentioned."""


def first_ranks(table: RunTable) -> list[int | None]:
    """The rank of the first result of each query that reaches a fact, None where the whole ranking has none."""
    return [view.reaches[0].rank if view.reaches else None for view in table.views]


@dataclass(frozen=True, slots=True)
class Ranks:
    """Sentences about ranks, "" where there is nothing to say. moved: where both runs find something, and `way`: whether that is
    up or down. beyond: what the run finds, but not within its first k.
    """

    moved: str = ""
    way: str = "flat"
    beyond: str = ""


def ranks(before: RunTable, after: RunTable, k: int) -> Ranks:
    """How the rank moved where both found something, and what is found only beyond the first k."""
    first, second = first_ranks(before), first_ranks(after)
    both = [(old, new) for old, new in zip(first, second, strict=True) if old is not None and new is not None]
    beyond = _beyond([rank for rank in second if rank is not None and rank > k], k)
    if len(both) < LEAST:
        return Ranks(beyond=beyond)
    old, new = ([pair[place] for pair in both] for place in (0, 1))
    if abs(fmean(new) - fmean(old)) < NOTED:
        return Ranks(beyond=beyond)
    return Ranks(_moved(old, new), "up" if fmean(new) < fmean(old) else "down", beyond)


def _moved(old: Sequence[int], new: Sequence[int]) -> str:
    middle = f"median {median(old):g} → {median(new):g}"
    moved = f"rank {fmean(old):.1f} → {fmean(new):.1f} on average ({middle}; {counted(len(old), 'query')})"
    return f"The first useful chunk, where both find one: {moved}."


def _beyond(ranks: Sequence[int], k: int) -> str:
    if len(ranks) < LEAST:
        return ""
    return (
        f"Found, but only beyond the first {k}: {counted(len(ranks), 'query')}, at rank {fmean(ranks):.0f} on average."
    )
