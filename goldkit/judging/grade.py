"""Asking a model about all pairs, in one order for any number of threads, until all are done or something is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial

from goldkit.judging.judge import Judge
from goldkit.judging.outcome import Outcome, Question, examine
from goldkit.llm.in_order import InOrder
from goldkit.llm.model import Model
from goldkit.llm.spending import Spending, late
from goldkit.results.usage import StyleUsage

WINDOW = 256
"""Questions that are given out before the first of them is taken."""
AHEAD = 4
"""Questions begun for each thread, so that one slow reply keeps no other thread waiting."""
TRIAL = 4
"""Questions begun before the first usable answer: an endpoint that only fails, or answers rubbish, is not asked by all threads."""
UNUSABLE = 12
"""Pairs in a row, asked anew, whose replies cannot even be read: something is wrong with the endpoint or the prompt."""
HOPELESS = 60
"""Pairs in a row, asked anew, without a grade, be it for their quotes: this model cannot judge by this prompt."""


@dataclass(slots=True)
class Grading:
    """What was asked and what came of it, in the order of the questions.

    outcomes: one a question, up to where it stopped. stopped: why it ended early, "" where it did not. spending: of all replies.
    late: replies that came in when it was over, paid for and kept in the journal.
    """

    outcomes: list[Outcome] = field(default_factory=list)
    stopped: str = ""
    spending: Spending = field(default_factory=Spending)
    late: StyleUsage = field(default_factory=lambda: StyleUsage(style="late"))
    _unusable: int = 0
    _ungraded: int = 0

    def take(self, outcome: Outcome) -> None:
        """One more outcome. Replies from the journal are no sign of what the endpoint does now."""
        for reply in outcome.replies:
            self.spending.add(outcome.question.kind, reply)
        if outcome.reply.outcome == "stopped":
            self.stopped = outcome.reply.detail
            return
        self.outcomes.append(outcome)
        if outcome.verdict.grade is not None:
            self._unusable = self._ungraded = 0
        elif not outcome.reply.replayed:
            self._ungraded += 1
            self._unusable = 0 if outcome.reply.ok else self._unusable + 1
            if self._unusable >= UNUSABLE or self._ungraded >= HOPELESS:
                number = UNUSABLE if self._unusable >= UNUSABLE else HOPELESS
                last = f"{outcome.verdict.reason}, {outcome.verdict.detail}"
                self.stopped = f"{number} pairs in a row got no grade; the last one: {last}"


def grade(
    questions: Sequence[Question],
    judge: Judge,
    model: Model,
    progress: Callable[[int], None] = lambda done: None,
) -> Grading:
    """Ask all questions. progress: told how many are done, after each.

    The same questions and replies give the same outcomes, for any concurrency. Raises what the model raises: IncompleteError for a
    replay that lacks a reply.
    """
    found = Grading()
    waiting = iter(questions)
    with InOrder(partial(examine, judge=judge, model=model), workers=model.concurrency, ahead=TRIAL) as flying:
        try:
            _go(found, flying, waiting, min(WINDOW, AHEAD * model.concurrency), progress)
        except BaseException:  # Ctrl-C, or a disk that is full: nothing new is paid for
            model.stop("interrupted")
            raise
    found.late = late(reply for outcome in flying.left() for reply in outcome.replies)
    return found


def _go(
    found: Grading,
    flying: InOrder[Question, Outcome],
    waiting: Iterable[Question],
    ahead: int,
    progress: Callable[[int], None],
) -> None:
    """ahead: questions begun once the model has answered as it should."""
    left = iter(waiting)
    while not found.stopped:
        while len(flying) < WINDOW and (question := next(left, None)) is not None:
            flying.put(question)
        if not len(flying):
            return
        outcome = flying.take()
        if outcome.reply.ok:
            flying.ahead = ahead
        found.take(outcome)
        progress(len(found.outcomes))
