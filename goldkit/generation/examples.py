"""Showing the model a user's own questions in place of a prompt's invented examples, so that style and length match."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace

from goldkit.files.canonical import sha256_text
from goldkit.generation.draft import Draft
from goldkit.generation.filters.catalogue import FILTERS
from goldkit.generation.filters.context import Context
from goldkit.generation.filters.screen import screen
from goldkit.generation.sentences import sentences
from goldkit.generation.slot import Slot
from goldkit.generation.style import checks_of
from goldkit.generation.variables import fills, values_for
from goldkit.llm.prompt import Example, Prompt
from goldkit.llm.reply import Reply
from goldkit.llm.request import Request
from goldkit.sets.log_examples import LogExample
from goldkit.text.ordering import orders_from
from goldkit.text.quote import locate
from goldkit.text.shared import shared_words

LONGEST = 2000
"""Characters of a chunk that is shown: every request carries all the examples."""
LONGEST_ANSWER = 200
FORM = frozenset({"length", "subject", "refers", "leans", "turn", "keywords", "identifier", "quote", "language"})
"""Checks that say whether a question is of a style; people's own questions may copy and repeat as they like."""
FIELDS = frozenset({"quote", "question", "answer", "context"})
"""What an example can give of a reply."""


def with_examples(prompt: Prompt, confirmed: Iterable[LogExample], n: int, seed: int) -> Prompt:
    """The prompt with up to n of the confirmed questions as its examples, drawn by the seed; as it was where none fits its style.

    A question fits that passes what the prompt checks of its form. A style about several chunks, without an answer, or whose reply
    has other fields keeps the examples of its file.
    """
    if prompt.most_chunks > 1 or not prompt.answerable or not FIELDS.issuperset(prompt.schema.get("required", ())):
        return prompt
    drawn = sorted(confirmed, key=lambda one: sha256_text(f"{seed}\0{one.query.id}"))
    found: list[Example] = []
    for one in drawn:
        if len(found) < n and (example := _example(prompt, one)):
            found.append(example)
    return replace(prompt, examples=tuple(found))


def _example(prompt: Prompt, one: LogExample) -> Example | None:
    """The question as the prompt would have got it, None where it does not fit."""
    slot = Slot((one.chunk,), prompt, 0)
    quote = _quote(one)
    if len(one.chunk.text) > LONGEST or orders_from(one.chunk.text) is not None or not quote:
        return None  # a chunk that speaks to the model would do so in every request
    if bool(one.query.context) is not prompt.context or not fills(slot):
        return None
    given = {"quote": quote, "question": one.query.text, "answer": _answer(one, quote), "context": one.query.context}
    value = {name: given[name] for name in prompt.schema.get("properties", {}) if name in given}
    reply = Reply(outcome="ok", value=value)
    asked = Request(model="", messages=[], schema={})
    draft = Draft(chunks=slot.chunks, style=prompt.name, prompt=replace(prompt, rewrite=""), request=asked, reply=reply)
    if screen(draft, Context(), _form(prompt)).reason:
        return None
    return Example(name=one.query.id, values=values_for(slot), reply=json.dumps(value, ensure_ascii=False))


def _form(prompt: Prompt) -> Sequence[str]:
    return [name for name in FILTERS if name in FORM and name in checks_of(prompt)]


def _quote(one: LogExample) -> str:
    """The judge's words, or else the sentence of the chunk that has most of the question's and the answer's words."""
    span = locate(one.quote, one.chunk.text) if one.quote else None
    if span:
        return one.chunk.text[slice(*span)]
    wanted = f"{one.query.text} {one.query.answer or ''}"
    return max(sentences(one.chunk.text), key=lambda sentence: shared_words(wanted, sentence), default="")


def _answer(one: LogExample, quote: str) -> str:
    answer = " ".join((one.query.answer or "").split())
    return answer if 0 < len(answer) <= LONGEST_ANSWER else quote
