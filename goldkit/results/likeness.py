"""How near a generated set comes to the log's questions that it was to be like."""

from __future__ import annotations

from dataclasses import dataclass

LONGER, SHORTER = "longer than the log asks", "shorter than the log asks"
"""Reasons to turn down a question for whose length there is no more room."""


@dataclass(frozen=True, slots=True)
class LikenessRow:
    """One group: its share of the log's questions and of the accepted ones, each in [0, 1]. kind: "style" or "words"."""

    kind: str
    name: str
    log: float
    got: float
