"""What gates came to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

GateVerdict = Literal["pass", "fail", "inconclusive"]
Interval = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class GateResult:
    """One gate on one run.

    gate: its text. measure: the full name. against: the run to be no worse than, None for a floor. bound: a floor's lowest value,
    or the margin by which the run may be worse. figure: the mean or the delta, None where it may not be shown. interval: likewise,
    and None on a frozen set. n: queries it is over, in so many blocks. reason: why it is inconclusive, or what stands behind it.
    warning: why it will rarely pass. queries: the ids behind it, those that lost most (or have least) first; none of a frozen set.
    """

    gate: str
    run: str
    measure: str
    against: str | None
    bound: float
    verdict: GateVerdict
    figure: float | None
    interval: Interval | None
    n: int
    blocks: int
    reason: str
    warning: str = ""
    queries: tuple[str, ...] = ()


def overall(gates: Iterable[GateResult]) -> GateVerdict:
    """What several gates come to together: fail beats inconclusive beats pass."""
    verdicts = {gate.verdict for gate in gates}
    if "fail" in verdicts:
        return "fail"
    return "inconclusive" if "inconclusive" in verdicts else "pass"
