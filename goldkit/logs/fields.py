"""Fields of records whose types nobody guarantees: an object, a list of objects, a text, or nothing."""

from __future__ import annotations

from typing import Any

from goldkit.files.canonical import encode, sha256_bytes
from goldkit.logs.tolerant import decoded
from goldkit.records import JSON

DIGITS = 16
"""Hex digits of an id made of content: 64 bits."""


def object_of(value: Any) -> JSON:
    """An object, or the one inside a JSON string; {} for anything else."""
    value = decoded(value)
    return value if isinstance(value, dict) else {}


def objects(value: Any) -> list[JSON]:
    """The objects of a list, or of the one inside a JSON string; [] for anything else."""
    value = decoded(value)
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def list_of(value: Any) -> list[Any]:
    """A list; [] for anything else."""
    return value if isinstance(value, list) else []


def text_of(value: Any) -> str | None:
    """A text without white space around it; None where that leaves nothing, or it is none."""
    return value.strip() or None if isinstance(value, str) else None


def first_text(record: JSON, *keys: str) -> str | None:
    """The first text under some keys of a record."""
    return next(filter(None, (text_of(record.get(key)) for key in keys)), None)


def made_id(*parts: Any) -> str:
    """An id made of content, for records that have none of their own: 16 hex digits. parts: JSON values."""
    return sha256_bytes(encode(list(parts)))[:DIGITS]


def message_text(content: Any) -> str | None:
    """The text of a chat message: itself, or the text parts of a list of parts, one a line. None where there is none."""
    if not isinstance(content, list):
        return text_of(content)
    parts = (text_of(part.get("text") if isinstance(part, dict) else part) for part in content)
    return "\n".join(part for part in parts if part) or None
