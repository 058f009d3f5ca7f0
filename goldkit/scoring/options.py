"""What a scoring call may be told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Ties = Literal["default", "trec"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreOptions:
    """The choices of a scoring call.

    no_relevant: a query without a relevant label is left out, or scores 0 as in trec_eval. missing: a query that a run lacks
    scores 0, leaves the table for every run, or is an error. failed: likewise where a retrieval failed. repeats: a repeated id
    keeps its slot and earns nothing, or is an error. ties: `trec` orders by score and id even where the run has an order.
    count: facts once each, or every relevant chunk. labels: which labels the loader let count; it only words the notes.
    alpha: the level of tests and intervals. replicates: flips and resamples. seed: of both.
    """

    no_relevant: Literal["exclude", "zero"] = "exclude"
    missing: Literal["zero", "skip", "error"] = "zero"
    failed: Literal["error", "skip", "zero"] = "error"
    repeats: Literal["keep", "error"] = "keep"
    ties: Ties = "default"
    count: Literal["facts", "chunks"] = "facts"
    labels: str = "derived"
    alpha: float = 0.05
    replicates: int = 10_000
    seed: int = 0
