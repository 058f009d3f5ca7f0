"""How much of a question is its chunk's own wording."""

from __future__ import annotations

from dataclasses import dataclass

from goldkit.text.shared import longest_run
from goldkit.text.tokens import words


@dataclass(frozen=True, slots=True, kw_only=True)
class Shares:
    """words: the longest run of words that the text has one after another. asked: how many words the question has.

    distinct: how many different words the text has. chunk: the share of them that the question has, in [0, 1].
    """

    words: list[str]
    asked: int
    distinct: int
    chunk: float

    @property
    def run(self) -> float:
        """The share of the question's words that the run is, in [0, 1]."""
        return len(self.words) / self.asked if self.asked else 0.0


def shares(question: str, text: str) -> Shares:
    """The figures of a question and a text."""
    asked, there = words(question), words(text)
    distinct = set(there)
    share = len(distinct & set(asked)) / len(distinct) if distinct else 0.0
    return Shares(words=longest_run(asked, there), asked=len(asked), distinct=len(distinct), chunk=share)
