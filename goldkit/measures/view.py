"""What a measure sees: one query's ranking through the facts it reaches, and nothing else.

What is made for every query of a run is a tuple with names, which takes a third of the time that a frozen dataclass takes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Reach(NamedTuple):
    """One slot of a ranking that reaches at least one fact for the first time.

    rank: 1-based. facts: how many it reaches first. share: the sum of their shares. gain: the sum of their gains, each
    times its share. places: which facts these are, as positions among the facts of the query's Truth.
    exp_gain: as gain, of 2^gain − 1.
    """

    rank: int
    facts: int
    share: float
    gain: float
    places: tuple[int, ...] = ()
    exp_gain: float = 0.0


@dataclass(frozen=True, slots=True)
class FactCost:
    """What one fact is worth, and the tokens of its shortest chunk. gain, share, exp_gain: as in Truth."""

    tokens: int
    gain: float
    share: float
    exp_gain: float


@dataclass(frozen=True, slots=True)
class Costs:
    """What reading a ranking costs. used: by rank, the tokens of the results down to it. facts: of the query, in any order."""

    used: tuple[int, ...]
    facts: tuple[FactCost, ...]


class View(NamedTuple):
    """One query's ranking, reduced to what every measure needs.

    reaches: by rising rank; a later copy of a known fact is in none of them. facts: all facts of the query; shares: the sum
    of their shares. ideal_gains, ideal_shares, ideal_exp: what the best ranking would earn slot by slot, each fact once.
    judged: the ranks whose chunk has a label that counts, rising. depth: results returned, repeated ids included.
    nonrelevant: the ranks of chunks judged not relevant, each chunk once; all_nonrelevant: how many the query has.
    costs: None where the lengths of chunks are not known.
    """

    reaches: tuple[Reach, ...]
    facts: int
    shares: float
    ideal_gains: tuple[float, ...]
    ideal_shares: tuple[float, ...]
    judged: tuple[int, ...]
    depth: int
    ideal_exp: tuple[float, ...] = ()
    nonrelevant: tuple[int, ...] = ()
    all_nonrelevant: int = 0
    costs: Costs | None = None

    def within(self, k: int | None) -> tuple[Reach, ...]:
        """The reaches among the first k results, or all of them where k is None."""
        return self.reaches if k is None else tuple(reach for reach in self.reaches if reach.rank <= k)
