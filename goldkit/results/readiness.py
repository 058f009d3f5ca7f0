"""What `freeze` says of a set before it is sealed: what would make it worth less, and how small a difference it can show."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from goldkit.results.status import Visible


@dataclass(frozen=True, slots=True, kw_only=True)
class Lack:
    """One thing that a set lacks before it is sealed. name: the kind. what: in figures, no query named. cure: what to do first."""

    name: str
    what: str
    cure: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Readiness:
    """lacks: in the order to mend them. visible: what the held-out part could show, at the level its look budget leaves.

    wanted: a difference. further: spread of deltas → how many more queries would make it visible.
    """

    lacks: tuple[Lack, ...]
    visible: Visible
    wanted: float
    further: dict[float, int]

    def to_dict(self) -> dict[str, Any]:
        """As `freeze --json` prints it."""
        return {
            "lacks": [asdict(lack) for lack in self.lacks],
            "smallest_visible": {f"{spread:g}": seen for spread, seen in self.visible.differences.items()},
            "wanted": self.wanted,
            "further_queries": {f"{spread:g}": count for spread, count in self.further.items()},
        }
