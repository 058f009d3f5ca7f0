"""The sentences of a chunk, for models too small to copy: the reply's schema lets them pick one as the quote."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from goldkit.text.sentences import prose_sentences
from goldkit.text.tokens import words

MOST = 30
"""Sentences that a schema offers."""
LEAST_WORDS = 4


def sentences(text: str) -> list[str]:
    """The sentences of a text with at least four words, each in one line, at most 30, without repetition; headings are none."""
    long = (sentence for sentence in prose_sentences(text) if len(words(sentence)) >= LEAST_WORDS)
    return list(dict.fromkeys(long))[:MOST]


def picking(schema: dict[str, Any], texts: Sequence[str]) -> dict[str, Any]:
    """The schema with its `quote`, or each of its `quotes`, narrowed to the texts' sentences; as it was where there are none."""
    choices = list(dict.fromkeys(sentence for text in texts for sentence in sentences(text)))
    if not choices:
        return schema
    one = {"type": "string", "enum": choices}
    narrowed = deepcopy(schema)
    narrowed["properties"] |= {
        name: value
        for name, value in (("quote", one), ("quotes", {"type": "array", "items": one}))
        if name in schema["properties"]
    }
    return narrowed
