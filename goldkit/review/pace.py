"""How fast a judge goes, from the times of the verdicts: pauses are left out."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from statistics import median

from goldkit.store.moments import time_of

LAST = 40
"""Verdicts that count: the pace now, not that of the first day."""
PAUSE = 300
"""Seconds without a verdict that are no work on a pair."""
LEAST = 5
"""Steps from which on a pace is told."""


def seconds_per_verdict(times: Iterable[str]) -> float | None:
    """The median of the steps between a judge's last verdicts, in seconds; None where too few are known.

    times: of the judge's verdicts, in any order.
    """
    known = sorted(time for at in times if (time := time_of(at)) is not None)[-LAST:]
    steps = [(after - before).total_seconds() for before, after in pairwise(known)]
    steps = [step for step in steps if step < PAUSE]
    return median(steps) if len(steps) >= LEAST else None
