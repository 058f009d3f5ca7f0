"""From where on a question counts as copied."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """run: a question copies when that share of its words, and at least `least_run` of them, is one verbatim run of its chunk …

    chunk: … or when it holds that share of the chunk's distinct words (leakage: such a question is found by its words alone).
    source: where the figures come from, for people.
    """

    run: float = 0.75
    chunk: float = 0.6
    least_run: int = 5
    source: str = "goldkit's own"
