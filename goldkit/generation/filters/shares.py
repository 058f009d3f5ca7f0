"""How much of a question is its chunk's own wording."""

from __future__ import annotations

from dataclasses import dataclass

from goldkit.text.shared import longest_run
from goldkit.text.tokens import amount, words


@dataclass(frozen=True, slots=True, kw_only=True)
class Shares:
    """run: the longest run of words that the text has one after another; length: how many words it is worth. asked: how many the
    whole question is worth; of a script without spaces two characters are one.

    distinct: how many different words the text has. chunk: the share of them that the question has, in [0, 1].
    """

    run: list[str]
    length: float
    asked: float
    distinct: int
    chunk: float

    @property
    def copied(self) -> float:
        """The share of the question's words that the run is, in [0, 1]."""
        return self.length / self.asked if self.asked else 0.0


def shares(question: str, text: str) -> Shares:
    """The figures of a question and a text."""
    asked, there = words(question), words(text)
    distinct = set(there)
    share = len(distinct & set(asked)) / len(distinct) if distinct else 0.0
    run = longest_run(asked, there)
    return Shares(run=run, length=amount(run), asked=amount(asked), distinct=len(distinct), chunk=share)
