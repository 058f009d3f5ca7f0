"""Whether a question is of the style that was asked for: it names what it should, is only words, or takes all its chunks."""

from __future__ import annotations

import re

from goldkit.generation.draft import Draft
from goldkit.generation.filters.context import Context
from goldkit.generation.filters.judge import GRADES
from goldkit.generation.filters.verdict import PASSED, Verdict, objection
from goldkit.generation.named import all_named, holds
from goldkit.phrases import counted
from goldkit.text.language import SMALL_WORDS
from goldkit.text.quote import locate
from goldkit.text.tokens import runs
from goldkit.text.wording import near_identical

FULLY = GRADES["fully"]
MOST_WORDS = 6
MOST_UNSPACED = 16
"""Characters of a search in a script without spaces."""
MOST_SMALL = 2
"""Small words of one language that a search may hold: "quota of the north site"."""
_END = re.compile(r"[?.!？。！؟]\s*$")
_QUESTION_WORDS = (
    "what which when where who whose how why is are does do can may should must was wie wo wann wer welche warum kann "
    "comment pourquoi quel quelle qui quand où que cómo cuándo dónde qué cuál quién jak dlaczego kiedy gdzie kto czy jaki jaka "
    "come quando dove quale chi perché como onde quem qual hoe waar wanneer wie welke waarom hur när vad varför как где когда "
    "почему кто что какой какая ли كيف متى أين لماذا هل ما من"
)
_ASKING = frozenset(_QUESTION_WORDS.split())


def names_identifier(draft: Draft, context: Context) -> Verdict:
    """It names no identifier that stands in its chunk, or one that stands nowhere in it."""
    known = [name for name in all_named(draft.text) if holds(draft.question, name)]
    if not known:
        return objection("it names nothing that stands there to the letter")
    strange = [name for name in all_named(draft.question) if not holds(draft.text, name)]
    return objection(", ".join(strange) or None)


def only_keywords(draft: Draft, context: Context) -> Verdict:
    """It is a sentence, where a few words were to be given."""
    found = runs(draft.question)
    spaced = [word for run in found if not run.unspaced for word in run.tokens]
    unspaced = sum(len(run.tokens) for run in found if run.unspaced)
    if _END.search(draft.question):
        return objection("it ends like a sentence")
    if len(spaced) > MOST_WORDS or unspaced > MOST_UNSPACED:
        return objection(counted(len(spaced) + unspaced, "word"))
    small = max((sum(word in known for word in spaced) for known in SMALL_WORDS.values()), default=0)
    if small > MOST_SMALL or (spaced and spaced[0] in _ASKING):
        return objection("it is a sentence")
    return PASSED


def needs_all(draft: Draft, context: Context) -> Verdict:
    """One of its chunks would do: what is quoted from one stands in another too, or the model says that one answers it alone.

    The model is asked only where other chunks are judged too.
    """
    for at, quote in enumerate(draft.quotes):
        twice = [chunk.id for place, chunk in enumerate(draft.chunks) if place != at and locate(quote, chunk.text)]
        if twice:
            return objection(f"{twice[0]} holds the quote of {draft.chunks[at].id} too")
    if context.judge is None or not context.judged:
        return PASSED
    replies = []
    for chunk in draft.chunks:
        judged = context.judge(draft.question, chunk)
        replies.append(judged.reply)
        if judged.reply.outcome == "stopped":
            return Verdict(replies=tuple(replies), stopped=judged.reply.detail)
        if judged.grade == FULLY:
            return Verdict(objection=f"{chunk.id} answers it alone: {judged.quote}", replies=tuple(replies))
    return Verdict(figures={"alone": 0}, replies=tuple(replies))


def slipped(draft: Draft, context: Context) -> Verdict:
    """Its style changes questions by a rule, and the rule cannot change this one."""
    if draft.prompt.rewrite and near_identical(draft.asked, draft.question):
        return objection(f"the rule {draft.prompt.rewrite} changes nothing in it")
    return PASSED
