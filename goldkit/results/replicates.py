"""Several runs of one pipeline."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Replicates:
    """The runs that were given one name. means: each run's own mean in the measure, in the order they were given.

    spread: the standard deviation of these.
    """

    run: str
    measure: str
    means: tuple[float, ...]
    spread: float
