"""The slices of a result as reports group them, and what is said of those without figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from goldkit.phrases import counted

if TYPE_CHECKING:
    from goldkit.results.score import ScoreResult, Slice


def kinds(result: ScoreResult) -> list[tuple[str, str]]:
    """What slices are made by, in order, each with its title: "by origin", "by tag (exploratory)"."""
    found = dict.fromkeys(part.by for part in result.slices)
    return [(by, f"by {by}" if by == "origin" else f"by {by} (exploratory)") for by in found]


def lacking(parts: Sequence[Slice]) -> list[str]:
    """Why slices of one kind have no figures, a line a reason."""
    few = [f"{part.name} ({part.n})" for part in parts if part.n and not part.means]
    without = [f"{part.name} ({counted(part.no_relevant.total, 'query')})" for part in parts if not part.n]
    reasons = (("too few queries to show of a frozen set", few), ("without a relevant label", without))
    return [f"{why}: {', '.join(names)}" for why, names in reasons if names]
