"""Dotted paths into nested JSON: `response.docs.0.id`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from goldkit.logs.tolerant import decoded


def pick(value: Any, path: str) -> Any:
    """What stands at a path, None where nothing does.

    A step is a key or a position in a list (-1 is the last). A key that holds dots itself is found whole. A key asked of a list is
    asked of each of its objects. JSON inside a string is opened on the way.
    """
    if isinstance(value, dict) and path in value:
        return value[path]  # nearly always: a field at the top
    return _walk(value, path.split("."))


def _walk(value: Any, steps: Sequence[str]) -> Any:
    if not steps:
        return value
    value = decoded(value)
    if isinstance(value, dict):
        return _of_object(value, steps)
    if isinstance(value, list):
        return _of_list(value, steps)
    return None


def _of_object(value: dict[str, Any], steps: Sequence[str]) -> Any:
    for length in range(len(steps), 0, -1):
        key = ".".join(steps[:length])
        if key in value:
            return _walk(value[key], steps[length:])
    return None


def _of_list(value: list[Any], steps: Sequence[str]) -> Any:
    try:
        position = int(steps[0])
    except ValueError:
        found = (_walk(item, steps) for item in value)
        return [item for item in found if item is not None] or None
    return _walk(value[position], steps[1:]) if -len(value) <= position < len(value) else None
