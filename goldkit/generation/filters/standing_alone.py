"""Whether somebody who has never seen the chunk can ask the question, and somebody else can tell what it is about."""

from __future__ import annotations

from goldkit.generation.draft import Draft
from goldkit.generation.filters.context import Context
from goldkit.generation.filters.verdict import PASSED, Verdict, objection
from goldkit.generation.refers import refers_to_text
from goldkit.text.leaning import leans
from goldkit.text.tokens import runs, words

LEAST_CONTENT = 4
_ASKING = "what which when where does have that this there with from your they them"
QUESTION_WORDS = frozenset(_ASKING.split())


def refers(draft: Draft, context: Context) -> Verdict:
    """It points at a text that the asker cannot see."""
    return objection(refers_to_text(draft.question))


def leans_on_turn(draft: Draft, context: Context) -> Verdict:
    """It opens or points back as only a follow-up does: what it asks about was said before."""
    return objection(draft.question) if leans(draft.question) else PASSED


def names_nothing(draft: Draft, context: Context) -> Verdict:
    """It could be asked about anything ("How does it work?"): one word with content at most, and not one that the chunk has.

    Words of four letters or with a digit count as content; a script without spaces is left alone.
    """
    runs_of_words = [run for run in runs(draft.question) if not run.unspaced]
    if len(runs_of_words) != len(runs(draft.question)):
        return PASSED
    content = {word for run in runs_of_words for word in run.tokens if _has_content(word)}
    if len(content) > 1:
        return PASSED
    there = {word for passage in draft.passages for word in words(passage) if _has_content(word)}
    if any(word in name or name in word for word in content for name in there):
        return PASSED
    return objection(", ".join(sorted(content)) or "no word with content")


def _has_content(word: str) -> bool:
    return word not in QUESTION_WORDS and (len(word) >= LEAST_CONTENT or any(sign.isdigit() for sign in word))
