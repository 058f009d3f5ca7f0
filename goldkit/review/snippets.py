"""The part of a chunk that shows best whether it is the one that was searched for."""

from __future__ import annotations

from goldkit.phrases import excerpt
from goldkit.records import Chunk
from goldkit.review.asked_words import AskedWords
from goldkit.text.passage import plain

SNIPPET = 320
"""Characters of it."""
READ = 1 << 16
"""Characters of a chunk in which the words are looked for."""


def snippet(chunk: Chunk, asked: AskedWords) -> tuple[str, bool]:
    """The text around the first of the words, on one line, and whether something stands before it."""
    spans = asked.spans(chunk.text[:READ])
    start = max(0, spans[0][0] - SNIPPET // 4) if spans else 0
    return excerpt(plain(chunk.text[start : start + SNIPPET * 2]), SNIPPET), start > 0
