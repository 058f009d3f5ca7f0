"""The order in which proposals are worth a person's time: one score, a sum of parts that the evidence explains."""

from __future__ import annotations

from collections.abc import Mapping
from math import log2

WEIGHTS: Mapping[str, float] = {"cited": 2.0, "clicked": 1.0, "answer_thumbs_up": 1.0, "shown": 0.25}
"""Evidence → its weight, on log2(1 + count), so that the tenth click says less than the first. A thumb down takes nothing away."""


def parts(evidence: Mapping[str, int]) -> dict[str, float]:
    """The parts of the score: WEIGHTS · log2(1 + count) of each kind of evidence, and 1 / (1 + best rank)."""
    found = {kind: weight * log2(1 + evidence[kind]) for kind, weight in WEIGHTS.items() if evidence.get(kind)}
    if evidence.get("best_rank"):
        found["best_rank"] = 1 / (1 + evidence["best_rank"])
    return {kind: round(part, 4) for kind, part in found.items()}


def priority(evidence: Mapping[str, int]) -> float:
    """The score: the sum of its parts."""
    return round(sum(parts(evidence).values()), 4)
