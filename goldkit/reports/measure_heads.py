"""How reports name measures and what is counted, the same in each."""

from __future__ import annotations

from goldkit.results.score import ScoreResult


def measure_head(result: ScoreResult, name: str) -> str:
    """A measure over its column; one that is cut below the set's own k says so."""
    return f"{name} (deeper)" if name in result.deeper else name


def counting(result: ScoreResult) -> str:
    """What is counted: "each fact once", "each relevant chunk"."""
    if result.method.count == "chunks":
        return f"each relevant {result.level}"
    return "each fact once" + (", by documents" if result.level == "document" else "")


def shown_measure(result: ScoreResult) -> str:
    """The measure that stands for all where one is shown: the primary one, or the first of the table."""
    return result.method.primary if result.method.primary in result.measures else result.measures[0]
