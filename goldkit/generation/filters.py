"""What keeps a drafted question out, one function a reason. A new filter is a function and a line in FILTERS."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from difflib import SequenceMatcher

from goldkit.generation.draft import Draft
from goldkit.generation.quote import locate
from goldkit.generation.refers import refers_to_text
from goldkit.llm.prompt import Prompt
from goldkit.phrases import counted
from goldkit.text import language
from goldkit.text.shared import shared_words
from goldkit.text.tokens import runs, words
from goldkit.text.wording import Wordings

LONGEST = 300
"""Characters of a question; people type less."""
LEAST_LETTERS = 4
LEAST_QUOTE = 3
"""Letters and digits of a quote; with fewer, being found says nothing."""
LEAST_CONTENT = 4
_ASKING = "what which when where does have that this there with from your they them"
QUESTION_WORDS = frozenset(_ASKING.split())
LEAST_RUN = 5
COPIED_RUN = 0.75
"""A question copies when that share of it, and at least LEAST_RUN words, is one verbatim run of the chunk …"""
COPIED_CHUNK = 0.6
"""… or when it holds that share of the chunk's distinct words (leakage: such a question is found by its words alone)."""


class Known:
    """Questions that a new one must differ from: those of the set, those accepted so far, and the examples in the prompts."""

    def __init__(self, questions: Iterable[str], prompts: Iterable[Prompt]) -> None:
        self.questions, self.examples = Wordings(), Wordings()
        for question in questions:
            self.questions.add(question)
        for prompt in prompts:
            for question in _examples(prompt):
                self.examples.add(question)


Filter = Callable[[Draft, Known], str | None]
"""From a draft to what is wrong with it, for people, or None."""


def empty(draft: Draft, known: Known) -> str | None:
    """Hardly a letter in it."""
    letters = sum(sign.isalnum() for sign in draft.question)
    return counted(letters, "letter") if letters < LEAST_LETTERS else None


def too_long(draft: Draft, known: Known) -> str | None:
    """Longer than anybody asks."""
    return counted(len(draft.question), "character") if len(draft.question) > LONGEST else None


def refers(draft: Draft, known: Known) -> str | None:
    """It points at a text that the asker cannot see."""
    return refers_to_text(draft.question)


def names_nothing(draft: Draft, known: Known) -> str | None:
    """It could be asked about anything ("How does it work?"): one word with content at most, and not one that the chunk has.

    Words of four letters or with a digit count as content; a script without spaces is left alone.
    """
    runs_of_words = [run for run in runs(draft.question) if not run.unspaced]
    if len(runs_of_words) != len(runs(draft.question)):
        return None
    content = {word for run in runs_of_words for word in run.tokens if _has_content(word)}
    there = {word for word in words(draft.chunk.text) if _has_content(word)}
    if len(content) > 1 or any(word in name or name in word for word in content for name in there):
        return None
    return ", ".join(sorted(content)) or "no word with content"


def repeats_example(draft: Draft, known: Known) -> str | None:
    """It parrots an example of the prompt."""
    return known.examples.match(draft.question)


def quote_missing(draft: Draft, known: Known) -> str | None:
    """Its quote does not stand in the chunk, or says nothing."""
    if sum(sign.isalnum() for sign in draft.quote) < LEAST_QUOTE:
        return f"quote {draft.quote!r}"
    return None if locate(draft.quote, draft.chunk.text) else draft.quote


def invented_figure(draft: Draft, known: Known) -> str | None:
    """Its answer names a figure that the chunk does not have, so the model did not answer from the chunk."""
    invented = sorted(_figures(draft.answer) - _figures(draft.chunk.text))
    return ", ".join(invented) or None


def other_language(draft: Draft, known: Known) -> str | None:
    """It is in another language than the chunk."""
    return "not the chunk's language" if language.differ(draft.question, draft.chunk.text) else None


def copies_chunk(draft: Draft, known: Known) -> str | None:
    """It is the chunk's own sentence, or most of the chunk."""
    asked, there = words(draft.question), words(draft.chunk.text)
    run = SequenceMatcher(None, asked, there, autojunk=False).find_longest_match()
    if run.size >= max(LEAST_RUN, COPIED_RUN * len(asked)):
        return " ".join(asked[run.a : run.a + run.size])
    distinct = set(there)
    shared = len(distinct & set(asked)) / len(distinct) if distinct else 0.0
    return f"{shared:.0%} of the chunk's words" if shared >= COPIED_CHUNK and len(distinct) > LEAST_RUN else None


def near_identical(draft: Draft, known: Known) -> str | None:
    """It is, but for wording, a question that is there already."""
    return known.questions.match(draft.question)


FILTERS: dict[str, Filter] = {
    "empty": empty,
    "too long": too_long,
    "names nothing": names_nothing,
    "refers to the text": refers,
    "repeats an example of the prompt": repeats_example,
    "quote not in the chunk": quote_missing,
    "answer with an invented figure": invented_figure,
    "another language": other_language,
    "copies the chunk": copies_chunk,
    "near-identical to another question": near_identical,
}
"""Reason → filter, in the order they are tried; the first one that objects names the reason."""


def overlap(question: str, text: str) -> float:
    """The share of the question's distinct words that the text has too, in [0, 1]; how far words alone lead to the chunk."""
    return round(shared_words(question, text), 2)


def _has_content(word: str) -> bool:
    return word not in QUESTION_WORDS and (len(word) >= LEAST_CONTENT or any(sign.isdigit() for sign in word))


def _figures(text: str) -> set[str]:
    """The numbers of a text as written, but for thousands separators and leading zeros: 5,000 and 5000, 02:15 and 2:15 are one."""
    return {re.sub(r"[.,]", "", number).lstrip("0") for number in re.findall(r"\d+(?:[.,]\d+)*", text)}


def _examples(prompt: Prompt) -> list[str]:
    """The questions of a prompt's own example replies."""
    found = []
    for role, body in prompt.sections:
        if role == "assistant":
            try:
                found.append(str(json.loads(body)["question"]))
            except (ValueError, KeyError, TypeError):
                continue  # an example of some other shape has no question to repeat
    return found
