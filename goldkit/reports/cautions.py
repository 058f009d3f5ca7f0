"""What to bear in mind besides the notes, in sentences that all reports share; none where nothing would read differently."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from goldkit.phrases import counted, elsewhere, plural, signed

if TYPE_CHECKING:
    from goldkit.results.leave_out import LeftOut, LeftOutDelta
    from goldkit.results.score import ScoreResult

LEAN = 0.05
"""By how much more of a run's first k must be judged than of another's before labels are said to lean towards it."""


def cautions(result: ScoreResult) -> list[str]:
    """One sentence each."""
    few = [result.interval_caution] if result.interval_caution else []
    return [*few, *replicate_lines(result), *widening_lines(result), *leaning_lines(result), *looks_lines(result)]


def replicate_lines(result: ScoreResult) -> list[str]:
    """What was averaged; ranks and lists have no average."""
    return [
        f"{found.run}: {counted(len(found.means), 'run')} averaged, {found.measure} "
        f"{', '.join(f'{mean:.3f}' for mean in found.means)}, spread {found.spread:.3f}; "
        "ranks are those of the first, and bounds of holes are left out"
        for found in result.replicates
    ]


def looks_lines(result: ScoreResult) -> list[str]:
    """One sentence under every score of a frozen set: its looks, what they cost, and what the best run may owe to chance."""
    budget, found = result.method.looks, result.optimism
    said = []
    if result.look is not None:
        cost = (
            f"p is multiplied by {budget}"
            if result.look <= budget
            else "they are spent, so no verdict holds: freeze anew"
        )
        said.append(f"look {result.look} of {budget}{elsewhere(result.looks_elsewhere)}, {cost}")
    if found is not None:
        best = f"the best of the {found.runs} runs ever looked at here is expected to owe"
        said.append(
            f"{best} up to {found.amount:.3f} of its {found.measure} to chance, by the spread of the runs of this call"
        )
    return ["; ".join(said)] if said else []


def widening_lines(result: ScoreResult) -> list[str]:
    """Each run whose mean rises with the copies of decided chunks."""
    found = result.widening
    if found is None or not found.differs:
        return []
    said = [
        f"{run.run} {run.strict:.3f} → {run.widened:.3f} after widening"
        f" ({counted(run.punished, 'query')} {'was' if run.punished == 1 else 'were'} punished for copies)"
        for run in found.runs
        if run.punished
    ]
    return [f"{found.measure}: {'; '.join(said)}"]


def leaning_lines(result: ScoreResult) -> list[str]:
    """Each run that labels lean towards, where comparisons read differently without those that it alone found."""
    return [_leaning(result, left, moved) for left in result.left_out if (moved := _moved(result, left))]


def _moved(result: ScoreResult, left: LeftOut) -> list[LeftOutDelta]:
    """The comparisons with runs of which clearly less is judged that change sign or move by more than the margin."""
    judged = {run.name: run.judged for run in result.holes.runs}
    return [
        delta
        for delta in left.deltas
        if left.run in (delta.run, delta.baseline)
        and left.judged - judged[_other(left, delta)] >= LEAN
        and (delta.delta * delta.without < 0 or abs(delta.without - delta.delta) > result.method.margin)
    ]


def _other(left: LeftOut, delta: LeftOutDelta) -> str:
    return delta.baseline if left.run == delta.run else delta.run


def _leaning(result: ScoreResult, left: LeftOut, moved: Sequence[LeftOutDelta]) -> str:
    judged = {run.name: run.judged for run in result.holes.runs}
    others = dict.fromkeys(_other(left, delta) for delta in moved)
    less = ", ".join(f"{name}'s {judged[name]:.1%}" for name in others)
    lean = f"labels lean towards {left.run}: {left.judged:.1%} of its first {result.holes.k} are judged, of {less}"
    what = f"without the {left.labels:,} relevant {plural('label', left.labels)} that it alone found"
    figures = ", ".join(f"{delta.run} {signed(delta.delta)} → {signed(delta.without)}" for delta in moved)
    return f"{lean}; {what}, {left.measure} moves: {figures} (even fair labels move some)"
