"""What choosing among many runs does to the figure of the chosen one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Optimism:
    """runs: distinct ones that a frozen set ever showed. amount: how much the best of them is expected to owe to chance, at most.

    measure: the primary one. The spread is that of the runs of this call: of earlier ones only their digests are known.
    """

    runs: int
    measure: str
    amount: float
