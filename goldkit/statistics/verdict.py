"""What may be said about a delta of the primary measure, and why."""

from __future__ import annotations

from dataclasses import dataclass

from goldkit.phrases import counted
from goldkit.results.score import Verdict
from goldkit.statistics.interval import Shifts
from goldkit.statistics.power import LEAST_BLOCKS

FEW_BLOCKS = 40
"""With fewer blocks a verdict comes with a warning."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A verdict and the reason for it, in words."""

    verdict: Verdict
    reason: str


def decide(delta: Shifts, blocks: int, adjusted: float, margin: float, alpha: float, looks: int = 1) -> Decision:
    """The verdict on one run's delta of the primary measure.

    adjusted: the p-value after everything it is adjusted for, looks included. margin: differences within ±margin do not matter.
    alpha: the level before it is divided by looks, the number of looks budgeted (1 for a set that is not frozen).
    """
    if blocks < LEAST_BLOCKS:
        return Decision(
            "none", f"only {counted(blocks, 'independent group')} of queries; a verdict needs {LEAST_BLOCKS}"
        )
    warning = "" if blocks >= FEW_BLOCKS else f"; only {blocks} independent groups of queries, so take it with care"
    if adjusted <= alpha:
        verdict: Verdict = "better" if delta.estimate > 0 else "worse"
        small = f", though by less than the margin {margin:g}" if abs(delta.estimate) < margin else ""
        return Decision(verdict, f"p {adjusted:.2g} after adjustment{small}{warning}")
    if delta.equivalent(margin, alpha / looks):
        return Decision("equivalent", f"within ±{margin:g}, by both one-sided tests{warning}")
    return Decision("too_small", f"p {adjusted:.2g} after adjustment, and not shown to lie within ±{margin:g}{warning}")
