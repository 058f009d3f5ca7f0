"""Follow-ups: a question that leans on the turn before keeps that turn as its context."""

from __future__ import annotations

import re

from goldkit.logs.interactions import Interaction

LEANING = re.compile(
    r"(?:and|or|but|also|what about|how about|same (?:for|with)|then|what if not|why not)\b", re.IGNORECASE
)
LONGEST = 12
"""Words of a follow-up at most; a longer text brings its own subject."""


def leans(text: str) -> bool:
    """Whether a question opens like one that only the turn before makes whole ("and for the other site?"), in English."""
    return bool(LEANING.match(text)) and len(text.split()) <= LONGEST


class Turns:
    """The last question of every conversation, in the order in which interactions are met."""

    def __init__(self) -> None:
        self._last: dict[str, Interaction] = {}

    def context(self, interaction: Interaction) -> str | None:
        """The turn before, where the log gives it or where the question leans on one met earlier in its conversation.

        A turn counts as earlier only when neither time says otherwise, so that a log sorted backwards gives no wrong context.
        """
        if interaction.conversation is None:
            return interaction.context
        before = self._last.get(interaction.conversation)
        self._last[interaction.conversation] = interaction
        if interaction.context is not None or not leans(interaction.query):
            return interaction.context
        if interaction.previous is not None or before is None:
            return interaction.previous
        in_order = before.time is None or interaction.time is None or before.time <= interaction.time
        return before.query if in_order else None
