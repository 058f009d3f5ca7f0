"""Whether somebody who has never seen the chunk can ask the question, and somebody else can tell what it is about."""

from __future__ import annotations

from goldkit.generation.draft import Draft
from goldkit.generation.filters.context import Context
from goldkit.generation.filters.general_words import GENERAL_WORDS
from goldkit.generation.filters.verdict import PASSED, Verdict, objection
from goldkit.generation.refers import refers_to_text
from goldkit.text.leaning import leans
from goldkit.text.tokens import runs, words

LEAST_CONTENT = 4
LEAST_DIGITS = 3
"""Digits of a bare number that can be a name (404, 1042); "between 9 and 10" names nothing."""
_ASKING = "what which when where does have that this there with from your they them"
QUESTION_WORDS = frozenset(_ASKING.split())


def refers(draft: Draft, context: Context) -> Verdict:
    """It points at a text that the asker cannot see."""
    return objection(refers_to_text(draft.question))


def leans_on_turn(draft: Draft, context: Context) -> Verdict:
    """It opens or points back as only a follow-up does: what it asks about was said before."""
    return objection(draft.question) if leans(draft.question) else PASSED


def names_nothing(draft: Draft, context: Context) -> Verdict:
    """It could be asked about anything ("What is wrong?", "How does it work?"): no word of it names a topic, or it has one word
    with content at most, and not one that the chunk has.

    Words of four letters or with a digit count as content; a script without spaces is left alone.
    """
    if names_something(draft.question, draft.text):
        return PASSED
    return objection(", ".join(sorted(topic_words(draft.question))) or "no word that names a topic")


def names_something(question: str, text: str) -> bool:
    """Whether a question has a word that names a topic, and either another word with content or a part of a word of the text."""
    if any(run.unspaced for run in runs(question)):
        return True
    topic = topic_words(question)
    if topic and len(content_words(question)) > 1:
        return True
    return any(word in name or name in word for word in topic for name in content_words(text))


def topic_words(text: str) -> set[str]:
    """The words with content that do not fit any topic alike, and no small numbers."""
    return {word for word in content_words(text) if word not in GENERAL_WORDS and not _is_small_number(word)}


def content_words(text: str) -> set[str]:
    """The words of a text that say what it is about: of four letters or more, or with a digit, question words left out."""
    return {word for word in words(text) if _has_content(word)}


def _is_small_number(word: str) -> bool:
    digits = sum(sign.isdigit() for sign in word)
    return 0 < digits < LEAST_DIGITS and not any(sign.isalpha() for sign in word)


def _has_content(word: str) -> bool:
    return word not in QUESTION_WORDS and (len(word) >= LEAST_CONTENT or any(sign.isdigit() for sign in word))
