"""How far one run has moved from another, told without a label."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from goldkit.phrases import counted
from goldkit.results.matched import MatchedTexts
from goldkit.results.tables import Row, Tabular

FORMAT = 1
"""The version of the JSON that `Drift.to_dict` gives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """A figure over queries: its mean, its smallest value, and the values that 5 %, 25 % and 50 % of the queries do not exceed."""

    mean: float
    least: float
    p5: float
    p25: float
    median: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One query whose first k changed. dropped, new: ids that are no longer, or newly, among them, in the order of their ranks."""

    query: str
    overlap: float
    kept: float
    rbo: float
    dropped: tuple[str, ...]
    new: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Apart:
    """Queries that are not compared. queries: which, empty where they may not be named."""

    count: int
    queries: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Vanished:
    """Ids of one run that the corpus has not. ids: how many different ones it holds. reason: what explains most, if anything."""

    run: str
    ids: int
    lacking: tuple[str, ...]
    reason: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Drift(Tabular):
    """Two runs of one pipeline, query by query, over the first k results of each.

    queries: those that both answered; the figures are over these. p: the persistence of rank-biased overlap. overlap: Jaccard of
    the ids; kept: the share of the ids before that are still there (both 1 where there are none). same, reordered, partly, nothing:
    how many queries have the same ids in the same order, in another order, some new or dropped ids, no id in common.
    changed: all that are not `same`, those that changed most first; empty where `blind`. tied: how many of these have equal scores
    at the cut, where chance may decide. only: run → queries that the other lacks; failed: run → queries that failed in it.
    depths: run → the most results of any query within k. repeats: run → ids that came again within a
    query's k. vanished: for both runs where a corpus was given, else empty.
    blind: the frozen set that a run's header says it was made for, so that no query is named; None where no header names one.
    matched: how each run's results met the corpus, where they were matched by text.
    """

    before: str
    after: str
    k: int
    p: float
    queries: int
    overlap: Spread | None
    kept: Spread | None
    rbo: Spread | None
    same: int
    reordered: int
    partly: int
    nothing: int
    changed: tuple[Change, ...]
    tied: int
    only: dict[str, Apart]
    failed: dict[str, Apart]
    depths: dict[str, int]
    repeats: dict[str, int]
    vanished: tuple[Vanished, ...] = ()
    blind: str | None = None
    matched: tuple[MatchedTexts, ...] = ()

    @property
    def caption(self) -> str:
        """What the table is of."""
        moved = self.queries - self.same
        return f"{self.before} → {self.after}: {moved:,} of {counted(self.queries, 'query')} changed, k {self.k}"

    def to_rows(self) -> list[Row]:
        """A row a query that changed, those that changed most first; none where the runs are of a frozen set."""
        return [asdict(one) | {"dropped": [*one.dropped], "new": [*one.new]} for one in self.changed]

    def to_dict(self) -> dict[str, Any]:
        """The result as `diff --json` prints it; `matched` only where texts were."""
        value = asdict(self)
        return {"format": FORMAT, **{key: value[key] for key in value if key != "matched" or self.matched}}
