"""AutoRAG's corpus: `doc_id` and `contents` with `metadata`, `path` and `start_end_idx`, its id being that of a passage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

PASSAGE, TEXT, PATH, SPAN = "doc_id", "contents", "path", "start_end_idx"


def is_passage(row: Mapping[str, Any]) -> bool:
    """Whether a row has AutoRAG's names and so means the passage by `doc_id`, not the document."""
    return row.get(PASSAGE) is not None and row.get(TEXT) is not None and not {"id", "_id", "chunk_id"} & row.keys()


def as_chunk_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """The row under the names that corpora have here. What a table holds as null says nothing."""
    own = {name: value for name, value in row.items() if name not in (PASSAGE, TEXT, PATH, SPAN) and value is not None}
    span = row.get(SPAN)
    whole = isinstance(span, list) and len(span) == 2
    metadata = own.pop("metadata", None)
    if isinstance(metadata, dict):
        own["metadata"] = {name: value for name, value in metadata.items() if value is not None}
    elif metadata is not None:
        own["metadata"] = metadata
    place = {"start": span[0], "end": span[1]} if whole and span is not None else {}
    document = {} if row.get(PATH) is None else {"doc_id": row[PATH]}
    return {"id": row[PASSAGE], "text": row[TEXT], **document, **place, **own}
