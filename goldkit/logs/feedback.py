"""A user's verdict on an answer, in the many spellings of feedback buttons."""

from __future__ import annotations

import re
from typing import Any

UP = frozenset(
    {"up", "thumbsup", "like", "liked", "good", "great", "positive", "helpful", "correct", "yes", "true", "upvote"}
)
DOWN = frozenset(
    {"down", "thumbsdown", "dislike", "disliked", "bad", "poor", "negative", "unhelpful", "incorrect", "wrong"}
)
DOWN |= {"nothelpful", "no", "false", "downvote"}
ICONS = {"👍": True, "👎": False}
INNER = ("rating", "value", "score", "thumb", "thumbs", "feedback", "label")
"""Where the verdict stands when feedback is an object."""


def thumb(value: Any, zero_is_down: bool = False) -> bool | None:
    """True for up, False for down, None for neither: nothing, neutral, or a spelling not known.

    Numbers: 1 is up and -1 is down; 0 is down only where the system counts from 0 to 1 (zero_is_down). A list counts by its last
    entry, an object by its rating, value, score or label.
    """
    if isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return _of_number(value, zero_is_down)
    if isinstance(value, str):
        return _of_word(value, zero_is_down)
    if isinstance(value, list):
        return thumb(value[-1], zero_is_down) if value else None
    if isinstance(value, dict):
        inner = (thumb(value[key], zero_is_down) for key in INNER if value.get(key) is not None)
        return next((verdict for verdict in inner if verdict is not None), None)
    return None


def given(value: Any) -> bool:
    """Whether the log says anything at all, be it not understood: null, an empty text and an empty list say nothing."""
    return value is not None and value not in ("", [], {}) and value != "--"


def _of_number(value: float, zero_is_down: bool) -> bool | None:
    if value == 1:
        return True
    return False if value == -1 or (value == 0 and zero_is_down) else None


def _of_word(value: str, zero_is_down: bool) -> bool | None:
    text = value.strip().casefold()
    if text[:1] in ICONS:
        return ICONS[text[:1]]
    if re.fullmatch(r"[+-]?\d+(\.0+)?", text):
        return _of_number(float(text), zero_is_down)
    word = re.sub(r"[\s_-]", "", text)
    return True if word in UP else False if word in DOWN else None
