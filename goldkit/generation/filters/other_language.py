"""Whether it speaks the chunk's language."""

from __future__ import annotations

from goldkit.generation.draft import Draft
from goldkit.generation.filters.context import Context
from goldkit.generation.filters.verdict import PASSED, Verdict, objection
from goldkit.text import language


def other_language(draft: Draft, context: Context) -> Verdict:
    """It is in another language than the chunk."""
    return objection("not the chunk's language") if language.differ(draft.question, draft.text) else PASSED
