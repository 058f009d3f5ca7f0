"""Traffic-weighted means as text."""

from __future__ import annotations

from goldkit.phrases import counted, signed
from goldkit.reports.columns import columns
from goldkit.reports.verdicts import span
from goldkit.results.score import ScoreResult
from goldkit.results.weighted import WeightedRun


def weighted_lines(result: ScoreResult) -> list[str]:
    """A line a run, where weighted means were asked for."""
    found = result.weighted
    if found is None:
        return []
    groups = f"in {counted(found.blocks, 'independent group')}"
    worth = f"{counted(found.n, 'query')} {groups}, worth {found.effective:.1f} equally weighted ones"
    title = f"weighted by traffic, {found.measure}: {worth}"
    left = f"left out, without a weight or a known chance of being picked: {counted(found.left_out, 'query')}"
    rows = [["", "mean", "", "delta", "interval", "p"], *(_row(run) for run in found.runs)]
    body = [f"  {line}" for line in columns(rows, [False, True, False, True, True, True])]
    return [title, *body, *([f"  {left}"] if found.left_out else [])]


def _row(run: WeightedRun) -> list[str]:
    low, high = run.interval
    mean = [run.run, f"{run.mean:.3f}", f"[{low:.3f}, {high:.3f}]"]
    if run.delta is None or run.delta_interval is None or run.p is None:
        return mean
    return [*mean, signed(run.delta), span(run.delta_interval), f"{run.p:.4f}"]
