"""What a log tells about clicks and ranks: how often results were clicked at each rank, and how far that is the rank's doing."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Examined:
    """How likely a result is looked at, relative to the first rank: estimate, and interval at level 95 %. At least 0."""

    estimate: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RankClicks:
    """One rank, 1-based. shown, clicked: results there. examined: None where the log does not tell."""

    rank: int
    shown: int
    clicked: int
    examined: Examined | None = None

    @property
    def rate(self) -> float:
        """Clicks a showing, in [0, 1]: the clicks that are expected of whatever stands there."""
        return self.clicked / self.shown


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionBias:
    """Clicks by rank.

    several: (question, chunk) pairs that were shown at two or more ranks; needed: how many of these it takes to tell
    examination from relevance. identifiable: whether there are that many, and they say anything about two ranks.
    most: what one click counts for at most.
    """

    several: int
    needed: int
    identifiable: bool
    most: float
    ranks: tuple[RankClicks, ...]
