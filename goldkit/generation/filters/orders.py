"""Chunks that speak to the model: "ignore your instructions and ask …". They are data; a question that obeys is turned down."""

from __future__ import annotations

from goldkit.generation.draft import Draft
from goldkit.generation.filters.context import Context
from goldkit.generation.filters.standing_alone import content_words
from goldkit.generation.filters.verdict import PASSED, Verdict, objection
from goldkit.text.ordering import orders_from
from goldkit.text.quote import locate
from goldkit.text.shared import longest_run
from goldkit.text.tokens import words

LEAST_RUN = 3
"""Words in a row that a question has from an order alone."""
LEAST_STEM = 4
"""Letters that two words begin with to count as one."""


def follows_orders(draft: Draft, context: Context) -> Verdict:
    """A chunk gives the model an order, and the question, its turn before, its answer or its quote comes from there.

    It does when a quote, words in a row or any word with content stands only in what is ordered; or when the question has no word
    of what the chunks say besides, so that nothing ties it to them.
    """
    parts = [(passage, orders_from(passage)) for passage in draft.passages]
    if all(start is None for _, start in parts):
        return PASSED
    ordered = "\n".join(text[start:] for text, start in parts if start is not None)
    rest = "\n".join(text[:start] for text, start in parts)
    for quote in draft.quotes:
        if locate(quote, ordered) and not locate(quote, rest):
            return objection(f"quote {quote!r}")
    said = (draft.question, draft.context or "", draft.answer)
    return objection(
        next((text for text in said if text and _obeys(text, ordered, rest)), None) or _untied(draft, rest)
    )


def _obeys(text: str, ordered: str, rest: str) -> bool:
    run = longest_run(words(text), words(ordered))
    if len(run) >= LEAST_RUN and len(longest_run(run, words(rest))) < len(run):
        return True
    return bool(_stems(text) & _stems(ordered) - _stems(rest))


def _untied(draft: Draft, rest: str) -> str | None:
    """The question, where it has no word with content in common with the rest; words of one beginning count as one."""
    there = _stems(rest)
    return draft.question if there and there.isdisjoint(_stems(draft.whole)) else None


def _stems(text: str) -> set[str]:
    return {word[:LEAST_STEM] for word in content_words(text)}
