"""How near generated questions come to the log's, as lines of a report."""

from __future__ import annotations

from collections.abc import Sequence

from goldkit.reports.columns import columns
from goldkit.results.likeness import LikenessRow


def likeness_text(rows: Sequence[LikenessRow]) -> list[str]:
    """A line a group; none where nothing was to be like the log."""
    if not rows:
        return []
    table = [["like the log:", "log", "here", ""]]
    table += [[f"  {row.kind} {row.name}", f"{row.log:.0%}", f"{row.got:.0%}", ""] for row in rows]
    return columns(table, (False, True, True, False))
