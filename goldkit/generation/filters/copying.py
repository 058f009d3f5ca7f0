"""Whether a question is made of its chunk's own words: such a question is found by its words alone."""

from __future__ import annotations

from goldkit.generation.draft import Draft
from goldkit.generation.filters.context import Context
from goldkit.generation.filters.shares import shares
from goldkit.generation.filters.verdict import Figure, Verdict


def copies_chunk(draft: Draft, context: Context) -> Verdict:
    """It is the chunk's own sentence, or most of the chunk."""
    limits, found = context.thresholds, shares(draft.question, draft.chunk.text)
    figures: dict[str, Figure] = {"copied run": int(found.length), "chunk share": round(found.chunk, 2)}
    detail = None
    if found.length >= limits.least_run and found.copied >= limits.run:
        detail = " ".join(found.run)
    elif found.chunk >= limits.chunk and found.distinct > limits.least_run:
        detail = f"{found.chunk:.0%} of the chunk's words"
    return Verdict(objection=detail, figures=figures)
