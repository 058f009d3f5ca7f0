"""Whether a follow-up has a turn before it that makes it whole."""

from __future__ import annotations

from goldkit.generation.draft import Draft
from goldkit.generation.filters.context import Context
from goldkit.generation.filters.form import LEAST_LETTERS, LONGEST
from goldkit.generation.filters.standing_alone import names_something
from goldkit.generation.filters.verdict import PASSED, Verdict, objection
from goldkit.generation.refers import names_text, refers_to_text
from goldkit.phrases import counted
from goldkit.text import language
from goldkit.text.leaning import leans
from goldkit.text.wording import near_identical


def turn_before(draft: Draft, context: Context) -> Verdict:
    """The turn before is missing, leans on yet another one, names nothing, or is the question itself; or either names a text.

    The question itself may point back: that is what the turn before is for.
    """
    before = draft.context or ""
    if sum(sign.isalnum() for sign in before) < LEAST_LETTERS:
        return objection("no turn before")
    if len(before) > LONGEST:
        return objection(f"a turn before of {counted(len(before), 'character')}")
    if found := refers_to_text(before) or names_text(draft.question):
        return objection(found)
    if leans(before) or not names_something(before, draft.text):
        return objection(f"the turn before leans too: {before}")
    if near_identical(before, draft.question):
        return objection(f"the turn before asks the same: {before}")
    return objection("the turn before is in another language") if language.differ(before, draft.text) else PASSED
