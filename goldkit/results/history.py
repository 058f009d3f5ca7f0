"""Every run that was scored, over time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

FORMAT = 1
"""The version of the JSON that `history_dict` gives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """One run that was shown for the first time. look: of a frozen set, None for `dev`. commit: of the pipeline where its run says
    so, else of where it was scored. figures: measure → mean, as they were shown. verdict: "" for a baseline.
    """

    at: str
    set: str
    look: int | None
    run: str
    commit: str | None
    figures: Mapping[str, float]
    verdict: str


def history_dict(lines: list[Scored]) -> dict[str, Any]:
    """As `status --history --json` prints it."""
    return {"format": FORMAT, "history": [asdict(line) for line in lines]}
