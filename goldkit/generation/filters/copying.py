"""Whether a question is made of its chunk's own words: such a question is found by its words alone."""

from __future__ import annotations

from goldkit.generation.draft import Draft
from goldkit.generation.filters.context import Context
from goldkit.generation.filters.shares import Shares, shares
from goldkit.generation.filters.thresholds import Thresholds
from goldkit.generation.filters.verdict import Figure, Verdict


def copies_chunk(draft: Draft, context: Context) -> Verdict:
    """It is the chunk's own sentence, or most of the chunk; with several chunks, of any of them."""
    of_each = [shares(draft.question, passage) for passage in draft.passages]
    run, chunk = max(int(one.length) for one in of_each), max(one.chunk for one in of_each)
    figures: dict[str, Figure] = {"copied run": run, "chunk share": round(chunk, 2)}
    details = (_copied(one, context.thresholds) for one in of_each)
    return Verdict(objection=next(filter(None, details), None), figures=figures)


def _copied(found: Shares, limits: Thresholds) -> str | None:
    if found.length >= limits.least_run and found.copied >= limits.run:
        return " ".join(found.run)
    if found.chunk >= limits.chunk and found.distinct > limits.least_run:
        return f"{found.chunk:.0%} of the chunk's words"
    return None
