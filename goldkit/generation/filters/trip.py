"""A retriever that must find each question's own chunk."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundTrip:
    """name: the retriever's. find: from a question and k to chunk ids, best first; from any thread. k: how deep it may stand."""

    name: str
    find: Callable[[str, int], Sequence[str]]
    k: int

    @property
    def label(self) -> str:
        """What a question that passed is marked with: "bm25@10"."""
        return f"{self.name}@{self.k}"


def rank_of(same: Collection[str], found: Sequence[str]) -> int | None:
    """The first rank, from 1, of any of the chunks that say the same; None where none was found."""
    return next((rank for rank, name in enumerate(found, 1) if name in same), None)
