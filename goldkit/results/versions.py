"""What sets two versions of a frozen set apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from goldkit.phrases import counted
from goldkit.results.tables import Row, Tabular

FORMAT = 1
"""The version of the JSON that `to_dict` gives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One label that differs. before, after: its grade, None where it has none. by, why: who changed it since, and what they said.

    note: what the judge wrote, which may name what is held out.
    """

    query: str
    chunk: str
    before: int | None
    after: int | None
    by: str
    why: str
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Versions(Tabular):
    """Two frozen sets beside each other.

    before, after: names. added, removed: query ids, sorted. shared: queries of both; alike: those of them with the same words,
    labels and facts, on which scores can be compared. reworded: ids of shared queries that ask something else. changes: labels of
    shared queries that differ. parent: after is a version of before. burned: whether single queries may be shown. recorded: how
    many of them were recorded as shown for the first time.
    """

    before: str
    after: str
    added: tuple[str, ...]
    removed: tuple[str, ...]
    shared: int
    alike: int
    changes: tuple[Change, ...]
    parent: bool
    burned: bool = False
    recorded: int = 0
    reworded: tuple[str, ...] = ()

    @property
    def caption(self) -> str:
        """What the table is of."""
        moved = f"{len(self.added):,} added, {len(self.removed):,} removed, {self.shared:,} in both"
        return f"{self.before} → {self.after}: {moved}, {counted(len(self.changes), 'label')} changed"

    def to_rows(self) -> list[Row]:
        """A row for each who and why of changed labels, most first; where single queries may be shown, a row a changed label."""
        if self.burned:
            return [asdict(change) for change in self.changes]
        return self._reason_rows()

    def _reason_rows(self) -> list[Row]:
        return [{"by": by, "why": why, "changed": count} for (by, why), count in self.reasons().items()]

    def reasons(self) -> Mapping[tuple[str, str], int]:
        """(who, why) → labels changed, most first."""
        found: dict[tuple[str, str], int] = {}
        for change in self.changes:
            found[change.by, change.why] = found.get((change.by, change.why), 0) + 1
        return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))

    def to_dict(self) -> dict[str, Any]:
        """As `diff --json` prints it: numbers alone, unless single queries may be shown."""
        told: dict[str, Any] = {
            "format": FORMAT,
            "before": self.before,
            "after": self.after,
            "parent": self.parent,
            "queries": {
                "added": len(self.added),
                "removed": len(self.removed),
                "reworded": len(self.reworded),
                "shared": self.shared,
                "alike": self.alike,
            },
            "labels": self._reason_rows(),
        }
        if self.burned:
            told |= {
                "added": list(self.added),
                "removed": list(self.removed),
                "reworded": list(self.reworded),
                "changes": [asdict(c) for c in self.changes],
            }
        return told
