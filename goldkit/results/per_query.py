"""What every run did with every query: never part of what a frozen set shows, unless its queries are burned for it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryRun:
    """One run's answer to one query.

    values: measure name → value. ranks: for each fact of the query the 1-based rank that reaches it first, however deep, None
    where no rank does. top: the first k chunk ids. holes: the ranks among these without a label that counts. depth: how many
    results there were. missing: the run has none. failed: its retrieval failed.
    again: the ranks in each further run of this name, where the values are averages over several; all else is the first one's.
    """

    values: dict[str, float]
    ranks: tuple[int | None, ...]
    top: tuple[str, ...]
    holes: tuple[int, ...]
    depth: int
    missing: bool
    failed: bool
    again: tuple[tuple[int | None, ...], ...] = ()

    @property
    def first(self) -> int | None:
        """The rank of the first chunk that reaches any fact."""
        return min((rank for rank in self.ranks if rank is not None), default=None)

    def all_ranks(self, place: int) -> tuple[int | None, ...]:
        """The rank of one fact, by its position, in every run of this name; one where they agree."""
        return tuple(dict.fromkeys(ranks[place] for ranks in (self.ranks, *self.again)))

    def missed(self, k: int | None = None) -> tuple[int, ...]:
        """The numbers, from 1, of the facts that the first k results (all, where k is None) do not reach."""
        return tuple(
            number for number, rank in enumerate(self.ranks, 1) if rank is None or (k is not None and rank > k)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryScore:
    """One query of the means. facts: the relevant chunk ids of each fact, any of which suffices. runs: by run name."""

    id: str
    text: str
    origin: str
    tags: tuple[str, ...]
    block: str
    facts: tuple[tuple[str, ...], ...]
    runs: dict[str, QueryRun]

    def change(self, baseline: str, run: str, measure: str) -> float:
        """The run's value minus the baseline's."""
        return self.runs[run].values[measure] - self.runs[baseline].values[measure]
