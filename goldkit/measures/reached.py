"""Which facts of a query a ranking reached, and which it missed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goldkit.measures.truth import Truth


@dataclass(frozen=True, slots=True)
class FactReach:
    """One fact of a query as a ranking meets it.

    place: the fact's position in the Truth, from 0. chunks: its members, sorted. share, gain: as in Truth.
    rank: 1-based, of the first result that is a member, and chunk: that result; None and None for a missed fact.
    """

    place: int
    chunks: tuple[str, ...]
    share: float
    gain: float
    rank: int | None
    chunk: str | None


def reached(truth: Truth, ranking: Sequence[str], k: int | None = None) -> tuple[FactReach, ...]:
    """Every fact of a query, by its place: at which rank of the first k results (of all, where None) and by which chunk.

    ranking: chunk ids, best first. A missed fact has no rank. Shows chunk ids, so of a frozen set it is for burned queries only.
    """
    members: list[list[str]] = [[] for _ in truth.shares]
    for chunk, places in sorted(truth.members.items()):
        for place in places:
            members[place].append(chunk)
    first: dict[int, tuple[int, str]] = {}
    for rank, chunk in enumerate(ranking[:k], start=1):
        for place in truth.members.get(chunk, ()):
            first.setdefault(place, (rank, chunk))
    return tuple(
        FactReach(place, tuple(chunks), truth.shares[place], truth.gains[place], *first.get(place, (None, None)))
        for place, chunks in enumerate(members)
    )
