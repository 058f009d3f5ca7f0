"""What the Ladder shows of runs on a held-out set."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Rung:
    """One run, in the order given. figure: the best released mean so far, rounded to 1/n. released: it is this run's."""

    run: str
    measure: str
    figure: float
    released: bool
