"""Whether a question is made of its chunk's own words: such a question is found by its words alone."""

from __future__ import annotations

from goldkit.generation.draft import Draft
from goldkit.generation.filters.context import Context
from goldkit.generation.filters.verdict import Figure, Verdict
from goldkit.text.shared import longest_run
from goldkit.text.tokens import words


def copies_chunk(draft: Draft, context: Context) -> Verdict:
    """It is the chunk's own sentence, or most of the chunk."""
    limits = context.thresholds
    asked, there = words(draft.question), words(draft.chunk.text)
    run, distinct = longest_run(asked, there), set(there)
    share = len(distinct & set(asked)) / len(distinct) if distinct else 0.0
    figures: dict[str, Figure] = {"copied run": len(run), "chunk share": round(share, 2)}
    if len(run) >= max(limits.least_run, limits.run * len(asked)):
        return Verdict(objection=" ".join(run), figures=figures)
    if share >= limits.chunk and len(distinct) > limits.least_run:
        return Verdict(objection=f"{share:.0%} of the chunk's words", figures=figures)
    return Verdict(figures=figures)
