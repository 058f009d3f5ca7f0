"""Two versions of a frozen set as plain text; single queries only where they were burned for it."""

from __future__ import annotations

from goldkit.phrases import counted
from goldkit.results.versions import Change, Versions


def versions_text(found: Versions) -> str:
    """The whole report, with a final newline."""
    about = f", a version of {found.before}" if found.parent else ""
    lines = [
        f"{found.after}{about}, against {found.before}",
        f"queries: {len(found.added)} added, {len(found.removed)} removed, {found.shared} in both",
        *([f"worded anew: {counted(len(found.reworded), 'query')} of these"] if found.reworded else []),
        f"labels of these: {len(found.changes)} changed",
        *(f"  {count} by {by}: {why}" for (by, why), count in found.reasons().items()),
        f"scores can be compared on {counted(found.alike, 'query')} that both hold with the same words and labels",
    ]
    if found.burned:
        lines += [*(f"+ {name}" for name in found.added), *(f"- {name}" for name in found.removed)]
        lines += (f"~ {name}" for name in found.reworded)
        lines += map(_line, found.changes)
    elif found.added or found.removed or found.reworded or found.changes:
        lines.append("which ones: --burn shows them, and records that they were shown")
    return "\n".join(lines) + "\n"


def _line(change: Change) -> str:
    before, after = ("–" if grade is None else str(grade) for grade in (change.before, change.after))
    note = f" ({change.note})" if change.note else ""
    return f"  {change.query} {change.chunk}: {before} → {after}, {change.by}: {change.why}{note}"
