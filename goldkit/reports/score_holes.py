"""What judging the unjudged results could change: a line a run and a delta, and the assumption once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from goldkit.phrases import counted, signed
from goldkit.reports.columns import columns, wrap

if TYPE_CHECKING:
    from goldkit.results.holes import HolesDelta, Range
    from goldkit.results.score import ScoreResult

WIDTH = 100
PER_TABLE = 3
"""Measures beside each other; the JSON has all."""


def score_holes(result: ScoreResult) -> list[str]:
    """Lines for the text report; none where every result is judged. Of measures without bounds only judged@k is told."""
    holes = result.holes
    names = list(holes.runs[0].intervals)[:PER_TABLE]
    if not holes.unjudged:
        return []
    title = f"unjudged, and so scored 0: {counted(holes.unjudged, 'result')}"
    if not names:
        judged = (f"{run.name} {100 * run.judged:.1f}%" for run in holes.runs)
        return wrap(f"{title}; judged@{holes.k}: {', '.join(judged)}", WIDTH)
    rows = columns(
        [["", f"judged@{holes.k}", *names], *hole_rows(result, names)], [False, True, *([False] * len(names))]
    )
    return [
        f"{title}; what judging them could make of the means",
        *(f"  {line}" for line in rows),
        *(line for said in hole_readings(result) for line in _hanging(said)),
        *_hanging(f"({holes.assumption})"),
    ]


def hole_rows(result: ScoreResult, names: Sequence[str]) -> list[list[str]]:
    """A row a run, then a row a delta: name, judged@k, and between which ends each of these measures lies."""
    rows = [
        [run.name, f"{100 * run.judged:.1f}%", *(_ends(run.intervals[name]) for name in names)]
        for run in result.holes.runs
    ]
    for run in dict.fromkeys(delta.run for delta in result.holes.deltas) if names else ():
        deltas = {delta.measure: delta for delta in result.holes.deltas if delta.run == run}
        ends = [_ends(deltas[name].interval, sign=True) for name in names]
        rows.append([f"{run} − {result.method.baseline}", _points(deltas[names[0]].judged), *ends])
    return rows


def hole_readings(result: ScoreResult) -> list[str]:
    """What the bounds of deltas say, a sentence each."""
    return [f"{delta.run}, {delta.measure}: {delta.reading}" for delta in _told(result)]


def _told(result: ScoreResult) -> list[HolesDelta]:
    """The deltas whose reading is printed: of the primary measure, or else of the first with bounds, and each that is settled."""
    names = list(result.holes.runs[0].intervals)
    if not names:
        return []
    carrier = result.method.primary if result.method.primary in names else names[0]
    return [delta for delta in result.holes.deltas if delta.measure == carrier or delta.settled != "open"]


def _hanging(text: str) -> list[str]:
    first, *rest = wrap(text, WIDTH - 4)
    return [f"  {first}", *(f"    {line}" for line in rest)]


def _ends(interval: Range, sign: bool = False) -> str:
    low, high = interval
    return f"{signed(low)} to {signed(high)}" if sign else f"{low:.3f} to {high:.3f}"


def _points(difference: float) -> str:
    """A difference of two percentages, in points."""
    return f"{100 * difference:+.1f}".replace("-", "−")
