"""What leads a judge beside what a chunk says: its length, and whether it stands before or after the question."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class LengthBias:
    """n: pairs that people and the model graded. rho: Spearman's, of the model's grade minus people's with the chunk's characters.

    Above 0: the longer the chunk, the higher the model grades it beside people. interval: at 95 %. Both None where undefined.
    """

    n: int
    rho: float | None = None
    interval: tuple[float, float] | None = None

    @property
    def leans(self) -> bool:
        """Whether the interval leaves 0 out."""
        return self.interval is not None and not self.interval[0] <= 0 <= self.interval[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderBias:
    """n: pairs graded in both orders. higher, lower: so with the passage first. changed: relevant in one order only.

    p: of the exact two-sided sign test of higher against lower.
    """

    n: int
    higher: int = 0
    lower: int = 0
    changed: int = 0
    p: float = 1.0

    @property
    def same(self) -> int:
        """Pairs with the same grade in both orders."""
        return self.n - self.higher - self.lower


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOrder:
    """Runs by their mean of one measure, by people's grades and by the model's, over queries of which both graded the same pairs.

    pairs, queries: how many those are. people, model: run → mean. tau: Kendall's tau-b of the two, None where one has all alike.
    """

    measure: str
    pairs: int
    queries: int
    people: dict[str, float]
    model: dict[str, float]
    tau: float | None = None
