"""From where on a question counts as copied: where people's own questions, asked of the same chunks, hardly ever are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from goldkit.generation.filters.shares import Shares, shares

LEAST = 30
"""Log questions with a relevant chunk that it takes to go by them."""
PERCENT = 95
"""The percentile of the log questions that a generated one must not reach."""
LEAST_RUN = 5
"""Words of a run that copies; turns of speech are shorter."""
RUN_WITHIN, CHUNK_WITHIN = (0.4, 0.95), (0.3, 0.9)
"""Below, a name of five words or two words of a short chunk would be a copy; above, the chunk's own sentence would be none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """run: a question copies when that share of its words, and at least `least_run` of them, is one verbatim run of its chunk …

    chunk: … or when it holds that share of the chunk's distinct words (leakage: such a question is found by its words alone).
    log_questions: how many questions of the log the two come from, 0 for goldkit's own.
    """

    run: float = 0.75
    chunk: float = 0.6
    least_run: int = LEAST_RUN
    log_questions: int = 0


def thresholds_of(pairs: Iterable[tuple[str, Sequence[str]]]) -> Thresholds:
    """The 95th percentile of log questions, of each the highest figure over its relevant texts; goldkit's own for fewer than 30."""
    found = [[shares(question, text) for text in texts] for question, texts in pairs]
    if len(found) < LEAST:
        return Thresholds()
    return Thresholds(
        run=_within(RUN_WITHIN, [max(map(_run, of_one)) for of_one in found]),
        chunk=_within(CHUNK_WITHIN, [max(one.chunk for one in of_one) for of_one in found]),
        log_questions=len(found),
    )


def _run(one: Shares) -> float:
    """The share that the run is, 0 for a short one: a question of one name that the text has copies nothing."""
    return one.copied if one.length >= LEAST_RUN else 0.0


def _within(bounds: tuple[float, float], values: Sequence[float]) -> float:
    """The smallest value that at least 95 of 100 do not exceed, kept within bounds."""
    value = sorted(values)[-(-len(values) * PERCENT // 100) - 1]
    return round(min(max(value, bounds[0]), bounds[1]), 3)
