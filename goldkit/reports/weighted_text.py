"""Traffic-weighted means as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goldkit.phrases import counted, signed
from goldkit.reports.columns import columns
from goldkit.reports.verdicts import span

if TYPE_CHECKING:
    from goldkit.results.score import ScoreResult
    from goldkit.results.weighted import Weighted, WeightedRun


def weighted_lines(result: ScoreResult) -> list[str]:
    """A line a run, where weighted means were asked for."""
    found = result.weighted
    if found is None:
        return []
    rows = [["", "mean", "", "delta", "interval", "p"], *weighted_rows(found)]
    body = [f"  {line}" for line in columns(rows, [False, True, False, True, True, True])]
    return [f"weighted by traffic, {found.measure}: {worth(found)}", *body, *(f"  {line}" for line in left_out(found))]


def worth(found: Weighted) -> str:
    """How many queries the means are over, and how many equal ones these are worth."""
    groups = f"in {counted(found.blocks, 'independent group')}"
    return f"{counted(found.n, 'query')} {groups}, worth {found.effective:.1f} equally weighted ones"


def left_out(found: Weighted) -> tuple[str, ...]:
    """How many queries have no weight, where any have none."""
    left = f"left out, without a weight or a known chance of being picked: {counted(found.left_out, 'query')}"
    return (left,) if found.left_out else ()


def weighted_rows(found: Weighted) -> list[list[str]]:
    """Run, mean, its interval, delta, its interval, p."""
    return [_row(run) for run in found.runs]


def _row(run: WeightedRun) -> list[str]:
    ends = "" if run.interval is None else f"[{run.interval[0]:.3f}, {run.interval[1]:.3f}]"
    mean = [run.run, f"{run.mean:.3f}", ends]
    if run.delta is None or run.p is None:
        return [*mean, "", "", ""]
    return [*mean, signed(run.delta), span(run.delta_interval), f"{run.p:.4f}"]
