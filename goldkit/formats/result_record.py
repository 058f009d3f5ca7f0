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
TEXT_KEYS = ("text", "page_content", "contents", "content")
SOURCE_KEYS = ("document", "source", "file_path", "file_name", "url")
"""What the document of a result is called in its metadata."""
NO_ID = "a result without an id"
NO_TEXT = "a result with neither an id nor a text"


class Passage(str):
    """The text of a result in the place of its id, for who matches results by text.

    id: the id beside the text, None where there is none. document: what the text is said to be of.
    """

    id: str | None = None
    document: str | None = None


def listed_in(value: dict[str, Any]) -> Sequence[Any] | None:
    """The list of results that an object holds, None where it holds none: a mapping from id to score has no list."""
    key = next((key for key in LIST_KEYS if isinstance(value.get(key), list)), None)
    return None if key is None else value[key]


def result_in(item: Any, texts: bool = False) -> tuple[str, Any]:
    """The chunk id of a result and its score as it stands there, None where it has none.

    item: an object, or a pair of an object or id and a score. texts: see `ranking.ranking_of`. Raises ValueError for anything
    else, and for an object without an id.
    """
    if isinstance(item, list | tuple):
        if len(item) != 2:
            raise ValueError(f"{described(item)} of {len(item)} as a result")
        first, score = item
        return (result_in(first, texts)[0] if isinstance(first, dict) else name_of(first, texts)), score
    key = first_key(item, SCORE_KEYS)
    chunk = _chunk_in(item)
    found = (_passage_in(chunk) if texts else None, _id_or_none(chunk))
    name = next((one for one in found if one is not None), None)
    if name is None:
        raise ValueError(f"{NO_TEXT if texts else NO_ID} (keys: {keys_found(chunk)})")
    return name, None if key is None else item[key]


def name_of(value: Any, texts: bool) -> str:
    """A value that stands alone as an id, be it a text in place of one; texts: even an empty one. Raises ValueError as `as_id`."""
    return Passage() if texts and value == "" else as_id(value)


def _chunk_in(item: dict[str, Any]) -> dict[str, Any]:
    """The object that describes the chunk, out of what frameworks wrap it in."""
    holder = next((key for key in HOLDERS if isinstance(item.get(key), dict)), None)
    chunk: dict[str, Any] = item if holder is None else item[holder]
    inner = "kwargs" if "lc" in chunk else "__data__"
    return chunk[inner] if isinstance(chunk.get(inner), dict) else chunk


def _id_or_none(chunk: dict[str, Any]) -> str | None:
    found = _first_in(chunk, (OWN,))
    found = _first_in(chunk, ID_KEYS) if found is None else found
    return None if found is None else as_id(found)


def _passage_in(chunk: dict[str, Any]) -> Passage | None:
    """The text of a chunk with what is known of it, None where it has none."""
    text = _first_in(chunk, TEXT_KEYS)
    if not isinstance(text, str):
        return None
    passage = Passage(text)
    passage.id = _id_or_none(chunk)
    source = _first_in(chunk, SOURCE_KEYS)
    passage.document = source if isinstance(source, str) else None
    return passage


def _first_in(chunk: dict[str, Any], keys: Sequence[str]) -> Any:
    """The value of the first of the keys in a chunk, or else in its metadata; None where neither has one."""
    metadata = chunk.get("metadata")
    for holder in (chunk, metadata if isinstance(metadata, dict) else {}):
        key = first_key(holder, keys)
        if key is not None:
            return holder[key]
    return None
