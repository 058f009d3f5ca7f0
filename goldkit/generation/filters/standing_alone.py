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
    if names_something(draft.question, draft.text):
        return PASSED
    return objection(", ".join(sorted(content_words(draft.question))) or "no word with content")


def names_something(question: str, text: str) -> bool:
    """Whether a question has two words with content, or one that is at least a part of a word of the text."""
    if any(run.unspaced for run in runs(question)):
        return True
    content = content_words(question)
    return len(content) > 1 or any(word in name or name in word for word in content for name in content_words(text))


def content_words(text: str) -> set[str]:
    """The words of a text that say what it is about: of four letters or more, or with a digit, question words left out."""
    return {word for word in words(text) if _has_content(word)}


def _has_content(word: str) -> bool:
    return word not in QUESTION_WORDS and (len(word) >= LEAST_CONTENT or any(sign.isdigit() for sign in word))
