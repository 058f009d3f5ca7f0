"""How far synthetic questions are from those that people asked, figure by figure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from math import isfinite
from typing import Any

FORMAT = 1
"""The version of the JSON that `to_dict` gives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Distance:
    """One figure of both origins. log, synthetic: means over so many questions (log_n, synthetic_n) of which it is known.

    name: words (a question's length), or a share in [0, 1]: shared words, identifier, question word, repeated, found by words.
    difference: synthetic minus log. interval: of it, by blocks, at 95%; None where there are too few blocks for one.
    blocks: independent groups in the origin that has fewer.
    """

    name: str
    log: float
    synthetic: float
    log_n: int
    synthetic_n: int
    difference: float
    interval: tuple[float, float] | None
    blocks: int

    def to_dict(self) -> dict[str, Any]:
        """The figure as JSON values."""
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class DistanceReport:
    """The figures of the questions of `dev`. queries: origin → how many. k: depth of the word search. missing: figure → why."""

    queries: Mapping[str, int]
    k: int
    figures: tuple[Distance, ...]
    missing: Mapping[str, str] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON values."""
        return {"format": FORMAT} | asdict(self)


def bounded(interval: tuple[float, float]) -> tuple[float, float] | None:
    """The interval, or None for one that has no end."""
    return interval if all(map(isfinite, interval)) else None
