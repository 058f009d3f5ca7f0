"""Asking a model for questions until there are n good ones, or until it is clear why there will not be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from functools import partial

from goldkit.files.hash_index import hash64
from goldkit.generation.draft import Draft
from goldkit.generation.examine import Outcome, examine
from goldkit.generation.filters.context import Context, examples_of
from goldkit.generation.filters.repeating import NEAR_IDENTICAL
from goldkit.generation.like_log import Lengths
from goldkit.generation.plan import Plan, most_calls
from goldkit.generation.slot import Slot
from goldkit.generation.slots import Slots
from goldkit.generation.taken import Taken
from goldkit.llm.in_order import InOrder
from goldkit.llm.model import Model
from goldkit.llm.spending import late
from goldkit.phrases import counted
from goldkit.results.generate import GenerateResult
from goldkit.text.tokens import words
from goldkit.text.wordings import Wordings

WINDOW = 256
"""Slots that are decided on before the first of them is taken. Constant: the outcome must not depend on the threads."""
AHEAD = 4
"""Slots begun for each thread, so that one slow reply keeps no other thread waiting."""
TRIAL = 4
"""Slots begun before the first usable answer: an endpoint that only fails, or answers rubbish, is not asked by all threads."""
UNUSABLE = 12
"""Replies in a row without a usable question, after which something is wrong with the endpoint or the prompt."""
HOPELESS = 60
"""Rejected questions in a row, after which the corpus or the model has no more to give."""
EXHAUSTED = "no chunk is left to ask about"


def generate(
    plan: Plan,
    n: int,
    model: Model,
    *,
    at: str,
    max_calls: int | None = None,
    context: Context | None = None,
    progress: Callable[[int, int], None] = lambda questions, requests: None,
) -> GenerateResult:
    """Exactly n accepted questions, the styles in equal parts (the first ones get what is left over), or fewer and the reason why.

    at: the time of the proposals. max_calls: slots asked at most, replayed ones included; by default four a question and at least
    24. context: what the filters look at beside the drafts, by default only the prompts' examples.
    progress: told of the questions accepted and the requests answered so far, after each draft.
    Drafts that an earlier run rejected are looked at again, but count for no limit: else a run that goes on asks nothing new.
    The same plan and replies give the same result, for any concurrency. An endpoint that fails ends the run; what was accepted
    until then is in the result. Raises what the model raises: IncompleteError for a replay that lacks a reply.
    """
    context = context or Context(examples=examples_of(plan.prompts))
    run = _Run(plan, n, at, most_calls(n) if max_calls is None else max_calls)
    work = partial(examine, model=model, context=context, seed=plan.seed)
    with InOrder(work, workers=model.concurrency, ahead=TRIAL) as flying:
        try:
            run.go(flying, min(WINDOW, AHEAD * model.concurrency), progress)
        except BaseException:  # Ctrl-C, or a disk that is full: nothing new is paid for
            model.stop("interrupted")
            raise
    return replace(
        run.result(),
        thresholds=asdict(context.thresholds),
        late=late(reply for outcome in flying.left() for reply in outcome.replies),
    )


class _Run:
    """What is to be asked, and what is made of the outcomes in their order."""

    def __init__(self, plan: Plan, n: int, at: str, most: int) -> None:
        self.slots = Slots(plan, n)
        self.stopped, self.failed = "", False
        self._plan, self._n, self._left = plan, n, most
        self._taken = Taken(at, plan.seed)
        self._known = Wordings(plan.known)
        self._lengths = Lengths(plan.like, n)
        self._unusable = self._rejected = 0

    def go(self, flying: InOrder[Slot, Outcome], ahead: int, progress: Callable[[int, int], None]) -> None:
        """Until nothing is missing, or there is a reason to stop. ahead: slots begun once the model has answered as it should."""
        while self.slots.missing and not self.stopped:
            while len(flying) < WINDOW and (slot := self._next()) is not None:
                flying.put(slot)
            if not len(flying):
                self.stopped = self._exhausted()
                return
            outcome = flying.take()
            if outcome.draft.reply.ok:
                flying.ahead = ahead
            self._take(outcome)
            progress(self._n - self.slots.missing, self._taken.calls)

    def _next(self) -> Slot | None:
        slot = self.slots.next() if self._left else None
        self._left -= slot is not None
        return slot

    def _exhausted(self) -> str:
        asked = self._taken.calls
        if not len(self._plan.order):
            return "no chunk of the corpus can be asked about"
        return EXHAUSTED if self._left else f"{counted(asked, 'request')} did not suffice"

    def _take(self, outcome: Outcome) -> None:
        draft, screened = outcome.draft, outcome.screened
        self._taken.count(outcome)
        self._left += self._turned_down(draft)
        if failure := _failure(outcome):
            self.stopped, self.failed = failure, True
            return
        same = self._known.match(draft.wording) if screened and not screened.reason else None
        passed = screened is not None and not screened.reason and same is None
        unfit = self._lengths.objection(draft.question) if passed else None
        accepted = passed and unfit is None
        self.slots.done(outcome.slot, accepted)
        if not self._turned_down(draft):
            self._unusable = 0 if draft.reply.ok else self._unusable + 1
        if screened is None:
            self._reject(draft, draft.reply.outcome, draft.reply.detail)
        elif screened.reason:
            self._reject(draft, screened.reason, screened.detail)
        elif same is not None:
            self._reject(draft, NEAR_IDENTICAL, same)
        elif unfit is not None:
            self._taken.reject(draft, unfit, counted(len(words(draft.question)), "word"))  # no sign that it is hopeless
        else:
            self._lengths.add(draft.style, draft.question)
            self._known.add(draft.wording)
            self._taken.accept(draft, screened)
            self._rejected = 0

    def _reject(self, draft: Draft, reason: str, detail: str) -> None:
        self._taken.reject(draft, reason, detail)
        if self._turned_down(draft):
            return
        self._rejected += 1
        if self._unusable >= UNUSABLE:
            words = f"{reason}, {detail}"
            self.stopped, self.failed = f"{UNUSABLE} replies in a row were unusable; the last one: {words}", True
        elif self._rejected >= HOPELESS:
            self.stopped = f"{HOPELESS} questions in a row were rejected; the last one: {reason}"

    def _turned_down(self, draft: Draft) -> bool:
        """Whether an earlier run rejected this very draft."""
        return hash64(f"sha256:{draft.reply.key}") in self._plan.turned_down

    def result(self) -> GenerateResult:
        """Everything; why it ended early only where it did."""
        short = self.slots.missing > 0
        found = self._taken.result(self._plan, self._n, self.stopped if short else "", self.failed and short)
        return replace(found, like_log=self._lengths.rows(), missing=self.slots.missing_by_style)


def _failure(outcome: Outcome) -> str:
    """Why the model could not be asked, "" where it could: nothing is known then about the draft."""
    reply, screened = outcome.draft.reply, outcome.screened
    return reply.detail if reply.outcome == "stopped" else screened.stopped if screened else ""
