"""What judging the unjudged results could change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Range = tuple[float, float]
"""Lowest and highest value."""
Settled = Literal["better", "worse", "tied", "open"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HolesDelta:
    """One run against the baseline on one measure, over all ways the holes could be judged (see `ASSUMPTION`).

    judged: the run's mean judged@k minus the baseline's. interval: of the mean delta; exact: both ends are reached by some
    judgment, else no judgment leads beyond them. settled: the run is `better` or `worse` however the holes are judged, the two
    are `tied`, or that is `open`. judgments: of the primary measure where it is open: how many holes, judged irrelevant, would
    settle it; None for any other, and where the runs are level now. copies: the interval if a hole may also be a copy of a known
    fact or of another hole; None where none is known. reading: in words.
    """

    baseline: str
    run: str
    measure: str
    judged: float
    interval: Range
    exact: bool
    settled: Settled
    judgments: int | None = None
    copies: Range | None = None
    reading: str = ""


ASSUMPTION = (
    "over all grades of unjudged chunks in some run's first k, given the queries counted now; one judged relevant is a new fact; "
    "no chunk further down is relevant; sampling error is apart"
)
"""What the intervals rest on, in words; k is the cut of the measure, of an uncut one the table's."""
