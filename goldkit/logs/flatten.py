"""Nested, half-flat and flat spellings of one record, made alike: every value under its dotted path."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from goldkit.logs.tolerant import decoded
from goldkit.records import JSON

OPENED = ("attributes", "retrieval.documents", "reranker.output_documents", "context")
"""Where a string that holds JSON stands for what it holds, as table exports have it."""
DEEPEST = 24


def flatten(record: JSON) -> dict[str, Any]:
    """Dotted path → scalar; positions of lists are steps too. What lies deeper than 24 steps is left out."""
    flat: dict[str, Any] = {}
    _into(flat, "", record, 0)
    return flat


def _into(flat: dict[str, Any], path: str, value: Any, depth: int) -> None:
    if path.endswith(OPENED):
        value = decoded(value)
    if isinstance(value, dict):
        items: Iterable[tuple[Any, Any]] = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    else:
        flat[path] = value
        return
    if depth < DEEPEST:
        start = f"{path}." if path else ""
        for key, item in items:
            inner = f"{start}{key}"
            if isinstance(item, dict | list) or (isinstance(item, str) and inner.endswith(OPENED)):
                _into(flat, inner, item, depth + 1)
            else:
                flat[inner] = item
