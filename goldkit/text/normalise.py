"""The key a question is looked up by, and the id made from it where a question came without one.

The key folds only what never changes a question: Unicode form (NFC), case, white space and one final stop. Signs,
symbols and inner punctuation stay, so that C++ and C#, or -5 and 5, are different questions.
"""

from __future__ import annotations

import unicodedata

from goldkit.files.canonical import sha256_text

FINAL_STOPS = frozenset("?.？。؟")
"""Marks that may end a question without being part of it: question mark and full stop, also full-width and Arabic."""

ID_DIGITS = 16
"""Hex digits of a made query id: 64 bits of the sha256, so that a million questions collide with probability 3e-8."""


def question_key(text: str, context: str | None = None) -> str:
    """The normalised text of a question; equal keys mean the same question.

    NFC, casefold, white space collapsed and trimmed, one final stop dropped (unless nothing else is left).
    context: the turn before, for a follow-up; the key is then the context's key, a line feed, and the text's. A blank
    context is no context. A key without a context holds no line feed, so the two kinds never meet.
    """
    key = _folded(text)
    before = _folded(context) if context is not None else ""
    return f"{before}\n{key}" if before else key


def query_id(text: str, context: str | None = None) -> str:
    """The id of a question that came without one: `q-` and 16 hex digits of the sha256 of its key in UTF-8.

    A lone surrogate (broken UTF-16 in a log) is encoded as it stands, so that any string has an id.
    """
    return f"q-{sha256_text(question_key(text, context))[:ID_DIGITS]}"


def _folded(text: str) -> str:
    # Casefolding can undo the composed form (ΐ, ǰ), so it is composed once more.
    composed = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
    folded = " ".join(composed.split())
    if len(folded) > 1 and folded[-1] in FINAL_STOPS:
        return folded[:-1].rstrip()
    return folded
