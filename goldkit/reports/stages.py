"""The stages of one pipeline in the text report: how many facts each lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goldkit.phrases import counted
from goldkit.reports.columns import columns, wrap

if TYPE_CHECKING:
    from goldkit.results.score import ScoreResult
    from goldkit.results.stages import FactCount, Stages

WIDTH = 100


def stage_lines(result: ScoreResult) -> list[str]:
    """Reached, lost by which stage, never found: a line each with its count and share; nothing where no stages were named."""
    found = result.stages
    if found is None:
        return []
    title = f"stages {' → '.join(found.names)}: {counted(found.facts, 'fact')}"
    rows = columns(stage_rows(found), [False, True, True, False])
    return [
        title,
        *(f"  {line}" for line in rows),
        *(line for said in stage_doubts(found) for line in wrap(said, WIDTH, "  ")),
    ]


def stage_rows(found: Stages) -> list[list[str]]:
    """What became of facts, how many, their share of all, and how many are still listed."""
    rows = [_row(f"reached by {found.names[-1]} within k {found.k}", found.reached)]
    for loss in found.lost:
        listed = "all" if loss.below == loss.facts.count else f"{loss.below} of them"
        rows.append(
            _row(f"lost by {loss.stage}", loss.facts, f"({listed} still listed, below k)" if loss.below else "")
        )
    return [*rows, _row(f"never found by {found.names[0]}", found.never)]


def stage_doubts(found: Stages) -> tuple[str, ...]:
    """That these are hardly stages of one pipeline, where it looks so."""
    if not found.sudden:
        return ()
    before = " and ".join(found.names[:-1])
    said = f"{found.names[-1]} reached {counted(found.sudden, 'fact')} that {before} had not"
    return (f"{said}: are these stages of one pipeline?",)


def _row(name: str, part: FactCount, more: str = "") -> list[str]:
    return [name, str(part.count), f"{100 * part.share:.1f}%", more]
