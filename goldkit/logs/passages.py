"""Retrieved passages as logs write them: an id, an object around an id and a text, or a list of these inside a string."""

from __future__ import annotations

from typing import Any

from goldkit.logs.tolerant import decoded
from goldkit.records import JSON

CHUNK_KEYS = ("chunk_id", "id", "_id", "id_", "node_id", "segment_id")
DOCUMENT_KEYS = ("document_id", "doc_id")
"""Used only where a passage names no chunk: many systems have one passage a document."""
SOURCE_KEYS = (*DOCUMENT_KEYS, "source", "doc_uri", "file_path", "file_name", "filename", "path", "url", "link", "uri")
"""Where a passage says which file or page it is from."""
TEXT_KEYS = ("text", "content", "page_content", "chunk_text", "contents", "pageContent")
LISTS = ("documents", "results", "chunks", "nodes", "matches", "docs")
"""Where an object around passages holds their list."""
INNER = ("document", "chunk", "node", "metadata")
"""Objects inside a passage in which its id or its text may stand instead."""


def as_id(value: Any) -> str | None:
    """An id as a string: text to the byte, whole numbers as their digits (3.0 too, as tables write 3). None for anything else."""
    if isinstance(value, str):
        return value or None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else None


def passage_id(value: Any) -> str | None:
    """The id of a passage: itself, or what stands under one of CHUNK_KEYS, else DOCUMENT_KEYS, in it or in an object inside it."""
    if not isinstance(value, dict):
        return as_id(value)
    for key in CHUNK_KEYS:  # nearly always there, and most logs hold many passages
        if key in value and (own := as_id(value[key])) is not None:
            return own
    parts = _parts(value)
    return _first_id(parts, CHUNK_KEYS) or _first_id(parts, DOCUMENT_KEYS)


def passage(value: JSON) -> tuple[str | None, str | None, str | None]:
    """The chunk that a passage names, its text and where it is from, as chunk_id, passage_text and source_of tell them."""
    parts = _parts(value)
    return _first_id(parts, CHUNK_KEYS), _first_text(parts), _first_id(parts, SOURCE_KEYS)


def chunk_id(value: JSON) -> str | None:
    """The id that a passage itself or an object inside it gives the chunk; what names only its document is not taken for one."""
    return _first_id(_parts(value), CHUNK_KEYS)


def source_of(value: JSON) -> str | None:
    """The file or page that a passage is from, by the first of SOURCE_KEYS in it or in an object inside it."""
    return _first_id(_parts(value), SOURCE_KEYS)


def passage_text(value: Any) -> str | None:
    """The text of a passage, None where it has none."""
    if not isinstance(value, dict):
        return None
    for key in TEXT_KEYS:
        text = value.get(key)
        if isinstance(text, str):
            return text
    return _first_text(_parts(value))


def passages(value: Any) -> list[Any]:
    """The passages of a list, of an object that holds one or is numbered, or of a JSON string of these; a single one alone."""
    value = decoded(value)
    if isinstance(value, dict):
        inner = next((value[key] for key in LISTS if isinstance(value.get(key), list)), None)
        if inner is not None:
            return list(inner)
        return list(value.values()) if value and all(key.isdigit() for key in value) else [value]
    if isinstance(value, list):
        return [decoded(item) for item in value]
    return [] if value is None or value == "" else [value]


def _first_id(parts: list[JSON], keys: tuple[str, ...]) -> str | None:
    for part in parts:
        for key in keys:
            if key in part and (found := as_id(part[key])) is not None:
                return found
    return None


def _first_text(parts: list[JSON]) -> str | None:
    for part in parts:
        for key in TEXT_KEYS:
            if isinstance(text := part.get(key), str):
                return text
    return None


def _parts(value: JSON) -> list[JSON]:
    inner = [decoded(value[key]) for key in INNER if key in value]
    return [value, *[part for part in inner if isinstance(part, dict)]]
