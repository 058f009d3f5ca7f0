"""The document that a chunk belongs to."""

from __future__ import annotations

from goldkit.records import Chunk


def document_of(chunk: Chunk) -> str:
    """The document a chunk belongs to: its `doc_id`, else its id up to the last #, as in ops/transfers.md#3."""
    return chunk.doc_id or chunk.id.rpartition("#")[0] or chunk.id
