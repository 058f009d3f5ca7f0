"""The queries that got better and worse between two runs, worst and best first."""

from __future__ import annotations

from dataclasses import dataclass

from goldkit.results.per_query import QueryScore


@dataclass(frozen=True, slots=True, kw_only=True)
class Moves:
    """One run against the baseline on one measure, query by query.

    up, down: how many queries rose and fell. wins, losses: the first of each, by size of the change, then by id.
    """

    baseline: str
    run: str
    measure: str
    up: int
    down: int
    wins: tuple[QueryScore, ...]
    losses: tuple[QueryScore, ...]

    def shown(self) -> set[str]:
        """The ids of the queries listed here."""
        return {query.id for query in (*self.wins, *self.losses)}
