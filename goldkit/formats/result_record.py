"""One result as retrievers and frameworks write it down: where its chunk id stands, and its score.

LlamaIndex: `{"node":{"id_":…,"metadata":{…}},"score":…}`, also with `node_id` or a docstore's `__data__`. LangChain: a Document,
`{"id":…,"page_content":…,"metadata":{…}}` or `{"lc":1,"type":"constructor","kwargs":{…}}`, alone or as `[document, score]`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from goldkit.formats.fields import as_id, described, first_key, keys_found

OWN = "chunk_id"
"""The key that goes before all others, wherever it stands: frameworks make up ids of their own beside it."""
ID_KEYS = ("_id", "id", "id_", "node_id", "docid", "doc_id")
SCORE_KEYS = ("score", "_score")
LIST_KEYS = ("results", "documents", "source_nodes", "source_documents", "contexts", "nodes")
"""What a list of results is called in an object that holds one."""
HOLDERS = ("node", "document")
"""Where a scored result keeps the chunk itself."""
NO_ID = "a result without an id"


def listed_in(value: dict[str, Any]) -> Sequence[Any] | None:
    """The list of results that an object holds, None where it holds none: a mapping from id to score has no list."""
    key = next((key for key in LIST_KEYS if isinstance(value.get(key), list)), None)
    return None if key is None else value[key]


def result_in(item: Any) -> tuple[str, Any]:
    """The chunk id of a result and its score as it stands there, None where it has none.

    item: an object, or a pair of an object or id and a score. Raises ValueError for anything else, and for an object without an id.
    """
    if isinstance(item, list | tuple):
        if len(item) != 2:
            raise ValueError(f"{described(item)} of {len(item)} as a result")
        first, score = item
        return (result_in(first)[0] if isinstance(first, dict) else as_id(first)), score
    key = first_key(item, SCORE_KEYS)
    return _id_in(_chunk_in(item)), None if key is None else item[key]


def _chunk_in(item: dict[str, Any]) -> dict[str, Any]:
    """The object that describes the chunk, out of what frameworks wrap it in."""
    holder = next((key for key in HOLDERS if isinstance(item.get(key), dict)), None)
    chunk: dict[str, Any] = item if holder is None else item[holder]
    inner = "kwargs" if "lc" in chunk else "__data__"
    return chunk[inner] if isinstance(chunk.get(inner), dict) else chunk


def _id_in(chunk: dict[str, Any]) -> str:
    metadata = chunk.get("metadata")
    holders = (chunk, metadata if isinstance(metadata, dict) else {})
    for keys in ((OWN,), ID_KEYS):
        for holder in holders:
            key = first_key(holder, keys)
            if key is not None:
                return as_id(holder[key])
    raise ValueError(f"{NO_ID} (keys: {keys_found(chunk)})")
