"""Whether it is a question at all, by its length."""

from __future__ import annotations

from goldkit.generation.draft import Draft
from goldkit.generation.filters.context import Context
from goldkit.generation.filters.verdict import PASSED, Verdict, objection
from goldkit.phrases import counted

LONGEST = 300
"""Characters of a question; people type less."""
LEAST_LETTERS = 4


def empty(draft: Draft, context: Context) -> Verdict:
    """Hardly a letter in it."""
    letters = sum(sign.isalnum() for sign in draft.question)
    return objection(counted(letters, "letter")) if letters < LEAST_LETTERS else PASSED


def too_long(draft: Draft, context: Context) -> Verdict:
    """Longer than anybody asks."""
    length = len(draft.question)
    return objection(counted(length, "character")) if length > LONGEST else PASSED
