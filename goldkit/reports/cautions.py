"""What to bear in mind besides the notes, in sentences that all reports share; none where nothing would read differently."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goldkit.phrases import counted, elsewhere, plural, signed

if TYPE_CHECKING:
    from goldkit.results.leave_out import LeftOut, LeftOutDelta
    from goldkit.results.score import ScoreResult


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
    """Each run that labels lean towards, with the one comparison that rests most on those that it alone found."""
    return [_leaning(result, left, left.worst) for left in result.left_out if left.worst is not None]


def _leaning(result: ScoreResult, left: LeftOut, worst: LeftOutDelta) -> str:
    other = worst.baseline if left.run == worst.run else worst.run
    judged = next(run.judged for run in result.holes.runs if run.name == other)
    share = f"{left.judged:.1%} of its first {result.holes.k} are judged, of {other}'s {judged:.1%}"
    what = f"without the {left.labels:,} relevant {plural('label', left.labels)} that it alone found"
    figures = f"{left.measure} {signed(worst.delta)} → {signed(worst.without)}"
    return f"labels lean towards {left.run}: {share}; {what}, {_change(worst)}: {figures} (even fair labels move some)"


def _change(worst: LeftOutDelta) -> str:
    if worst.turns:
        return f"{worst.run} and {worst.baseline} change places"
    if worst.retold:
        verdict = f"no longer {worst.told}" if worst.told else worst.told_without
        return f"{worst.run} is {verdict} than {worst.baseline}"
    return f"{worst.run} against {worst.baseline} moves"
