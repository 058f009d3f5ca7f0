"""Questions and answers inside the JSON that tracing tools record as a call's input and output."""

from __future__ import annotations

from typing import Any

from goldkit.logs.tolerant import decoded

QUESTION_KEYS = (
    "query_str",
    "query",
    "question",
    "user_query",
    "input",
    "text",
    "prompt",
    "query_bundle",
    "messages",
    "content",
)
ANSWER_KEYS = ("answer", "output", "response", "result", "text", "content", "message", "generations")


def question_in(value: Any) -> str | None:
    """The question in a call's input: the text itself, or the text under the first of QUESTION_KEYS, at any depth."""
    return _text(value, QUESTION_KEYS)


def answer_in(value: Any) -> str | None:
    """The answer in a call's output: the text itself, or the text under the first of ANSWER_KEYS, at any depth."""
    return _text(value, ANSWER_KEYS)


def _text(value: Any, keys: tuple[str, ...]) -> str | None:
    value = decoded(value)
    if isinstance(value, str):
        return value.strip() or None
    if isinstance(value, list):
        return _text(value[-1], keys) if value else None  # of a conversation the last message
    if isinstance(value, dict):
        for key in keys:
            if key in value and (text := _text(value[key], keys)):
                return text
    return None
