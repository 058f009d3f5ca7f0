"""What came of asking about one pair, a second try included."""

from __future__ import annotations

from dataclasses import dataclass

from goldkit.judging.judge import Judge, Order, Verdict
from goldkit.judging.pair import Pair
from goldkit.llm.model import Model
from goldkit.llm.reply import Reply

ATTEMPTS = 2


@dataclass(frozen=True, slots=True)
class Question:
    """A pair, and in which order question and passage are put."""

    pair: Pair
    order: Order = "question first"

    @property
    def swapped(self) -> bool:
        """Whether it is asked only to see what the order does."""
        return self.order != "question first"

    @property
    def kind(self) -> str:
        """What it is asked for: the pair's kind, or "order"."""
        return "order" if self.swapped else self.pair.kind


@dataclass(frozen=True, slots=True)
class Outcome:
    """replies: all that were asked for, the last of which the verdict is of."""

    question: Question
    replies: tuple[Reply, ...]
    verdict: Verdict

    @property
    def reply(self) -> Reply:
        """The last one."""
        return self.replies[-1]


def examine(question: Question, judge: Judge, model: Model) -> Outcome:
    """Ask, and once more where the model answered and the answer cannot be used. Any number of threads may do so at once."""
    replies: list[Reply] = []
    for attempt in range(ATTEMPTS):
        reply = model.ask(judge.request(question.pair, attempt, question.order))
        replies.append(reply)
        verdict = judge.read(reply, question.pair)
        if verdict.grade is not None or not reply.settled:
            break
    return Outcome(question, tuple(replies), verdict)
