"""What retrieving gave: how many questions have a ranking, which have none, and how long it took."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from goldkit.phrases import counted
from goldkit.records import JSON
from goldkit.results.tables import Row, Tabular

FORMAT = 1
"""The version of the JSON that `to_dict` gives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrieved(Tabular):
    """One run, written to `path`.

    queries: asked, in all. kept: of these, answered by an earlier run of the same command. failed: query id → why, sorted.
    reason: the first of these, as it may be shown.
    cut: questions whose results beyond k were left out. empty: questions for which nothing was found.
    latency: milliseconds at p50 and p95 of the attempts that gave an answer, empty where there is none.
    header: the file's first line. notes: what a person should know.
    """

    path: str
    set: str
    k: int
    queries: int
    kept: int = 0
    failed: dict[str, str] = field(default_factory=dict)
    reason: str = ""
    cut: int = 0
    empty: int = 0
    latency: dict[str, float] = field(default_factory=dict)
    header: JSON = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def caption(self) -> str:
        """What the table is of."""
        answered = self.queries - len(self.failed)
        return f"{self.path}: {answered:,} of {counted(self.queries, 'query')} of {self.set} answered, k {self.k}"

    def to_rows(self) -> list[Row]:
        """One row, the run's, so that the rows of several runs make a table; latency None where not known."""
        return [
            {
                "path": self.path,
                "set": self.set,
                "k": self.k,
                "queries": self.queries,
                "kept": self.kept,
                "failed": len(self.failed),
                "empty": self.empty,
                "cut": self.cut,
                "p50 ms": self.latency.get("p50"),
                "p95 ms": self.latency.get("p95"),
            }
        ]

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values. `failed` is how many: a frozen set's queries are named in its run and in the object alone."""
        return {"format": FORMAT, **asdict(self), "failed": len(self.failed)}
