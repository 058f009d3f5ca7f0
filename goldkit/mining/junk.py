"""Texts that are no question: set aside with a reason, so that nobody has to review them."""

from __future__ import annotations

import re

WORD = re.compile(r"\w+")
_GREETINGS = """
hi hello hey hallo hola ciao bonjour salut hei hej moin good morning afternoon evening there all
thanks thank thx you u ty merci danke gracias grazie bye goodbye ok okay cool nice great very much so test testing ping
"""
GREETINGS = frozenset(_GREETINGS.split())
"""A text of nothing but these words asks nothing."""


def junk(text: str) -> str | None:
    """Why a text is no question, None for one that may be."""
    words = WORD.findall(text.casefold())
    if not words:
        return "no words"
    return "a greeting, thanks or a test" if all(word in GREETINGS for word in words) else None
