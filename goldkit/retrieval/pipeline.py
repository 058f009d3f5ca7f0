"""What all kinds of pipelines have in common: they are asked one question at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from goldkit.records import JSON
from goldkit.sets.questions import Question


class Pipeline(Protocol):
    """A retriever. name: what the run file says was run, without a secret. settings: what else its answers depend on, likewise.

    leaves: whether an attempt that ran out of time goes on by itself, so that another one would only join it.
    """

    name: str
    settings: JSON
    leaves: bool

    def prepare(self, questions: Sequence[Question], k: int) -> list[str]:
        """Look whether it can be asked all of these, before it is asked any. Raises UsageError.

        What a person should know beside it is returned, a sentence each.
        """
        ...

    async def ask(self, question: Question, k: int) -> Any:
        """What it finds, as answer_of takes it. Raises Failure; whoever cancels it stops the attempt as far as that can be done."""
        ...

    async def close(self) -> None:
        """Give back what it holds."""
        ...
