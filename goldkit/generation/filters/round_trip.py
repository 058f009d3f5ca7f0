"""Whether a retriever finds a question's own chunk. Whoever keeps only such questions favours that retriever, so each says so."""

from __future__ import annotations

from goldkit.generation.draft import Draft
from goldkit.generation.filters.context import Context
from goldkit.generation.filters.trip import rank_of
from goldkit.generation.filters.verdict import PASSED, Verdict


def lost(draft: Draft, context: Context) -> Verdict:
    """The retriever does not find its chunk, or a known copy of it, among the first k; with several chunks, each of them."""
    trip = context.round_trip
    if trip is None:
        return PASSED
    copies = context.nearby.copies_of if context.nearby else lambda name: ()
    found = trip.find(draft.question, trip.k)[: trip.k]
    ranks = [rank_of({chunk.id, *copies(chunk.id)}, found) for chunk in draft.chunks]
    known = [rank for rank in ranks if rank is not None]
    if len(known) < len(ranks):
        return Verdict(objection=f"not among the first {trip.k} of {trip.name}")
    return Verdict(figures={"round trip": max(known)}, filtered_by=trip.label)
