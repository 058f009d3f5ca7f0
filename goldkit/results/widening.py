"""What the copies of decided chunks change in the figures."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class RunWidening:
    """One run's mean in the primary measure with the decided labels alone (strict) and with derived ones too (widened).

    punished: queries whose value rises, since the run found a copy where the decided chunk itself was asked for.
    """

    run: str
    strict: float
    widened: float
    punished: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Widening:
    """Strict against widened, of every run. derived: labels that were derived, over the queries of the means."""

    measure: str
    derived: int
    runs: tuple[RunWidening, ...]

    @property
    def differs(self) -> bool:
        """Whether any figure changes."""
        return any(run.punished for run in self.runs)
