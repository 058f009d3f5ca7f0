"""The chunks of one question as its judge sees them: judged, still to judge, or looked at now."""

from __future__ import annotations

from dataclasses import dataclass

from goldkit.records import Judgment
from goldkit.review.loaded import Loaded


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour:
    """One chunk of a question. said: what this judge holds of it, None for nothing yet. waiting: still to judge."""

    chunk: str
    said: Judgment | None
    waiting: bool


def neighbours(loaded: Loaded, query: str, here: str) -> list[Neighbour]:
    """All chunks of a question that this judge has judged or is to judge, and the one that is looked at, by id."""
    said = {chunk: line for (name, chunk), line in loaded.mine.items() if name == query}
    waiting = {item.chunk for item in loaded.waiting.get(query, ())}
    return [
        Neighbour(chunk=chunk, said=said.get(chunk), waiting=chunk in waiting)
        for chunk in sorted({*said, *waiting, here})
        if loaded.offers(query, chunk)
    ]
