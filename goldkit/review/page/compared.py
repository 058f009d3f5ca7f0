"""The near-duplicates of a chunk as the page gets them: what differs, the other text, and who holds what of both."""

from __future__ import annotations

from collections.abc import Callable

from goldkit.records import JSON, Chunk, Copy
from goldkit.review.candidates import Item
from goldkit.review.page.passage import opening_part
from goldkit.review.page.shown import shown_chunk
from goldkit.review.pair_screen import about, readings, unread


def compared(item: Item, text_of: Callable[[str], Chunk | None]) -> list[JSON]:
    """One entry for each near-duplicate among the chunks of the item's question. text_of: chunk id → the chunk now."""
    return [_compared(item, pair, text_of(pair.b)) for pair in item.pairs]


def _compared(item: Item, pair: Copy, other: Chunk | None) -> JSON:
    return {
        "other": shown_chunk(pair.b, other),
        "text": None if other is None else opening_part(other.text, item.query.text).to_dict(),
        "about": about(pair),
        "readings": readings(pair, item.passage, other),
        "rest": unread(pair),
    }
