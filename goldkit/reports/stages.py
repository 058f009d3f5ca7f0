"""The stages of one pipeline in the text report: how many facts each lost."""

from __future__ import annotations

from goldkit.phrases import counted
from goldkit.reports.columns import columns, wrap
from goldkit.results.score import ScoreResult
from goldkit.results.stages import FactCount, Stages

WIDTH = 100


def stage_lines(result: ScoreResult) -> list[str]:
    """Reached, lost by which stage, never found: a line each with its count and share; nothing where no stages were named."""
    found = result.stages
    if found is None:
        return []
    rows = [_row(f"reached by {found.names[-1]} within k {found.k}", found.reached)]
    for loss in found.lost:
        listed = "all" if loss.below == loss.facts.count else f"{loss.below} of them"
        below = f"({listed} still listed, below k)" if loss.below else ""
        rows.append([*_row(f"lost by {loss.stage}", loss.facts), below])
    rows.append(_row(f"never found by {found.names[0]}", found.never))
    title = f"stages {' → '.join(found.names)}: {counted(found.facts, 'fact')}"
    return [title, *(f"  {line}" for line in columns(_filled(rows), [False, True, True, False])), *_doubt(found)]


def _row(name: str, part: FactCount) -> list[str]:
    return [name, str(part.count), f"{100 * part.share:.1f}%"]


def _filled(rows: list[list[str]]) -> list[list[str]]:
    return [[*row, *[""] * (4 - len(row))] for row in rows]


def _doubt(found: Stages) -> list[str]:
    if not found.sudden:
        return []
    before = " and ".join(found.names[:-1])
    said = f"{found.names[-1]} reached {counted(found.sudden, 'fact')} that {before} had not: are these stages of one pipeline?"
    return wrap(said, WIDTH, "  ")
