"""NaN and infinities in JSON: many programs write them, the standard has none, and readers only say where the text breaks."""

from __future__ import annotations

import json
from typing import Any


class _Constant(str):
    """NaN, Infinity or -Infinity, as it was written."""


def not_finite(text: str | bytes) -> str:
    """The first of them and the field that it stands in: "NaN in 'scores'"; "" for a text that has none, or breaks elsewhere."""
    try:
        value = json.loads(text, parse_constant=_Constant)
    except (ValueError, RecursionError):
        return ""
    return _found(value, "")


def _found(value: Any, field: str) -> str:
    if isinstance(value, _Constant):
        return f"{value} in {field!r}" if field else str(value)
    if isinstance(value, list):
        return next((found for item in value if (found := _found(item, field))), "")
    items = value.items() if isinstance(value, dict) else ()
    return next((found for name, item in items if (found := _found(item, name))), "")
