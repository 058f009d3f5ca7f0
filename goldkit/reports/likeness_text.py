"""How near generated questions come to the log's, as lines of a report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from goldkit.reports.columns import columns
from goldkit.results.likeness import LONGER, SHORTER, LikenessRow


def likeness_text(rows: Sequence[LikenessRow], rejected: Mapping[str, int], asked: int) -> list[str]:
    """A line a group; none where nothing was to be like the log, or nothing was accepted."""
    if not any(row.got for row in rows):
        return []
    names = [f"  {row.name} words" if row.kind == "words" else f"  {row.name} style" for row in rows]
    table = [["like the log:", "log", "these"]]
    table += [[name, f"{row.log:.0%}", f"{row.got:.0%}"] for name, row in zip(names, rows, strict=True)]
    lines = columns(table, (False, True, True))
    if rejected.get(LONGER, 0) + rejected.get(SHORTER, 0) >= asked:
        lines.append(
            f"  The model seldom writes the lengths that are missing: after {asked:,} refusals any length was taken."
        )
    return lines
