"""Follow-ups: questions that lean on the turn before. They keep that turn as their context, or take the log's own rewriting.

A follow-up under different contexts is a different question each time. Where the log has the question as a model rewrote it to
stand alone ("and for the other site?" → "what is the quota at South"), that text is the question: it is what the retriever was
asked and what a person can judge. What the user typed is kept in `metadata.asked_as`, and is no variant, for a variant is what a
later question is recognised by, and the same words after another turn ask for something else.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple

from goldkit.logs.interactions import Interaction
from goldkit.text.leaning import leans
from goldkit.text.normalise import question_key

CONVERSATIONS = 10_000
"""Conversations whose last question is remembered; beyond it the one that was silent longest is forgotten: memory is bounded."""
REWRITTEN = 400
"""Characters of a rewritten question at most; what is longer is a passage made up for searching, no question."""


class Turn(NamedTuple):
    """A question as it is kept. text: as asked, or rewritten. context: the turn before. asked_as: what a rewriting replaced."""

    text: str
    context: str | None = None
    asked_as: str | None = None


class Turns:
    """The last question of every conversation, in the order in which interactions are met."""

    def __init__(self) -> None:
        self._last: OrderedDict[str, tuple[str, str | None]] = OrderedDict()

    def turn(self, interaction: Interaction) -> Turn:
        """The question with its context or its rewriting, where it leans on the turn before; else just as it was asked."""
        context = self._context(interaction)
        rewritten = interaction.rewritten
        if (
            rewritten
            and (context is not None or leans(interaction.query))
            and _stands_alone(rewritten, interaction.query)
        ):
            return Turn(rewritten, None, interaction.query)
        return Turn(interaction.query, context)

    def _context(self, interaction: Interaction) -> str | None:
        """The turn before, where the log gives it or where the question leans on one met earlier in its conversation.

        A turn counts as earlier only when neither time says otherwise, so that a log sorted backwards gives no wrong context.
        """
        before = None
        if interaction.conversation is not None:
            before = self._last.pop(interaction.conversation, None)
            self._last[interaction.conversation] = interaction.query, interaction.time
            if len(self._last) > CONVERSATIONS:
                self._last.popitem(last=False)
        if interaction.context is not None or not leans(interaction.query):
            return interaction.context
        if interaction.previous is not None or before is None:
            return interaction.previous
        text, time = before
        in_order = time is None or interaction.time is None or time <= interaction.time
        return text if in_order else None


def _stands_alone(rewritten: str, query: str) -> bool:
    other = question_key(rewritten) != question_key(query)
    return other and len(rewritten) <= REWRITTEN and bool(rewritten.strip()) and not leans(rewritten)
