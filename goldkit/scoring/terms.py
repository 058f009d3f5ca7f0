"""What deltas are judged by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goldkit.scoring.options import ScoreOptions


@dataclass(frozen=True, slots=True)
class Terms:
    """What deltas are judged by. primary: the name of the measure with a verdict. blocks: one block name a query.

    margin: in units of the primary measure. looks: what p is multiplied by and the level divided by, 1 unless frozen.
    spent: all looks are used up.
    """

    primary: str
    blocks: Sequence[str]
    margin: float
    looks: int
    options: ScoreOptions
    spent: bool = False

    @property
    def level(self) -> float:
        """The level of a single test, after looks."""
        return self.options.alpha / self.looks

    @property
    def mute(self) -> bool:
        """Whether nothing may be told from noise: too few blocks, or no look left."""
        from goldkit.statistics.power import LEAST_BLOCKS

        return self.spent or len(set(self.blocks)) < LEAST_BLOCKS
