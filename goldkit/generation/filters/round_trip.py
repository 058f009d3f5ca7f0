"""Whether a retriever finds a question's own chunk. Whoever keeps only such questions favours that retriever, so each says so."""

from __future__ import annotations

from goldkit.generation.draft import Draft
from goldkit.generation.filters.context import Context
from goldkit.generation.filters.verdict import PASSED, Verdict


def lost(draft: Draft, context: Context) -> Verdict:
    """The retriever does not find its chunk, or a known copy of it, among the first k."""
    trip = context.round_trip
    if trip is None:
        return PASSED
    same = {draft.chunk.id, *(context.nearby.copies_of(draft.chunk.id) if context.nearby else ())}
    rank = trip.rank(draft.question, same)
    if rank is None:
        return Verdict(objection=f"not among the first {trip.k} of {trip.name}")
    return Verdict(figures={"round trip": rank}, filtered_by=trip.label)
