"""Asking a model for questions until there are n good ones, or until it is clear why there will not be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from itertools import chain

from goldkit.generation.draft import Draft
from goldkit.generation.filters.context import Context, examples_of
from goldkit.generation.filters.repeating import NEAR_IDENTICAL
from goldkit.generation.filters.screen import Screened, screen
from goldkit.generation.plan import Plan, Slot, most_calls, request, walk
from goldkit.generation.questions import proposals_of, question_of
from goldkit.llm.model import Model
from goldkit.llm.reply import DETAIL, Usage
from goldkit.phrases import counted, excerpt
from goldkit.records import Rejected
from goldkit.results.generate import GenerateResult
from goldkit.text.normalise import query_id
from goldkit.text.wording import Wordings

ROUND = 16
"""Requests asked together, and so the useful most of --concurrency. Constant: the outcome must not depend on the threads."""
UNUSABLE = 12
"""Replies in a row without a usable question, after which something is wrong with the endpoint or the prompt."""
HOPELESS = 60
"""Rejected questions in a row, after which the corpus or the model has no more to give."""


def generate(
    plan: Plan, n: int, model: Model, *, at: str, max_calls: int | None = None, context: Context | None = None
) -> GenerateResult:
    """Exactly n accepted questions, the styles in equal parts (the first ones get what is left over), or fewer and the reason why.

    at: the time of the proposals. max_calls: requests at most, replayed ones included; by default four a question and at least 24.
    context: what the filters look at beside the drafts, by default only the prompts' examples.
    The same plan and replies give the same result, for any concurrency. An endpoint that fails ends the run; what was accepted
    until then is in the result. Raises what the model raises: IncompleteError for a replay that lacks a reply.
    """
    run = _Run(plan, n, context, at)
    slots = walk(plan, run.accepted_of)
    left = most_calls(n) if max_calls is None else max_calls
    while run.wanting() and not run.stopped:
        batch = run.wanted(slots, min(ROUND, run.wanting(), left))
        if not batch:
            run.stopped = (
                "the corpus has no more to ask about" if left else f"{counted(run.calls, 'request')} did not suffice"
            )
            break
        left -= len(batch)
        requests = [request(slot, plan.seed, model.name, model.picks) for slot in batch]
        for slot, asked, reply in zip(batch, requests, model.ask_all(requests), strict=True):
            run.take(Draft(chunk=slot.chunk, style=slot.prompt.name, prompt=slot.prompt, request=asked, reply=reply))
    return run.result()


class _Run:
    """What has been accepted and rejected so far."""

    def __init__(self, plan: Plan, n: int, context: Context | None, at: str) -> None:
        self.plan, self.n, self.at = plan, n, at
        self.context = context or Context(examples=examples_of(plan.prompts))
        self.known = Wordings(plan.known)
        self.quota = _quotas([prompt.name for prompt in plan.prompts], n)
        self.accepted: list[tuple[Draft, Screened]] = []
        self.rejects: list[Rejected] = []
        self.calls = self.replayed = 0
        self.usage = Usage()
        self.stopped, self.failed = "", False
        self._styles: Counter[str] = Counter()
        self._chunks: Counter[str] = Counter()
        self._waiting: list[Slot] = []
        self._unusable = self._rejected = 0

    def accepted_of(self, chunk: str) -> int:
        """How many questions about that chunk were accepted."""
        return self._chunks[chunk]

    def wanting(self) -> int:
        """How many questions are still missing."""
        return self.n - len(self.accepted)

    def wanted(self, slots: Iterator[Slot], most: int) -> list[Slot]:
        """The next slots, at most so many, whose style is still missing questions, those in flight counted.

        Slots passed over wait for their turn: each style asks in one order whatever the others need, so a run for fewer questions
        asks nothing that a run for more did not ask, and one recording serves both.
        """
        flying: Counter[str] = Counter()
        batch: list[Slot] = []
        passed: list[Slot] = []
        waiting = iter(self._waiting)
        upcoming = chain(waiting, slots)
        while len(batch) < most and (slot := next(upcoming, None)) is not None:
            style = slot.prompt.name
            if self._styles[style] + flying[style] < self.quota[style]:
                flying[style] += 1
                batch.append(slot)
            else:
                passed.append(slot)
        self._waiting = [*passed, *waiting]
        return batch

    def take(self, draft: Draft) -> None:
        """Accept a draft, or reject it with its reason."""
        reply = draft.reply
        if reply.outcome == "stopped":
            self.stopped, self.failed = reply.detail, True
            return
        self.calls += 1
        self.replayed += reply.replayed
        self.usage += reply.usage
        if not reply.ok:
            self._reject(draft, reply.outcome, reply.detail)
            self._unusable += 1
            if self._unusable >= UNUSABLE:
                words = f"{reply.outcome}, {reply.detail}"
                self.stopped, self.failed = f"{UNUSABLE} replies in a row were unusable; the last one: {words}", True
            return
        self._unusable = 0
        screened = screen(draft, self.context)
        for asked in screened.replies:
            self.calls += 1
            self.replayed += asked.replayed
            self.usage += asked.usage
        if screened.stopped:
            self.stopped, self.failed = screened.stopped, True
            return
        if screened.reason:
            self._reject(draft, screened.reason, screened.detail)
        elif (same := self.known.match(draft.question)) is not None:
            self._reject(draft, NEAR_IDENTICAL, same)
        else:
            self._accept(draft, screened)

    def _accept(self, draft: Draft, screened: Screened) -> None:
        self.accepted.append((draft, screened))
        self.known.add(draft.question)
        self._styles[draft.style] += 1
        self._chunks[draft.chunk.id] += 1
        self._rejected = 0

    def _reject(self, draft: Draft, reason: str, detail: str) -> None:
        self.rejects.append(
            Rejected(
                key=f"sha256:{draft.reply.key}" if draft.reply.settled else "",
                reason=reason,
                style=draft.style,
                chunks=(draft.chunk.id,),
                at=self.at,
                model=draft.request.model,
                question=draft.question,
                detail=excerpt(detail, DETAIL),
            )
        )
        self._rejected += 1
        if self._rejected >= HOPELESS and not self.stopped:
            self.stopped = f"{HOPELESS} questions in a row were rejected; the last one: {reason}"

    def result(self) -> GenerateResult:
        """Everything, with the questions in the order of their ids."""
        drafts = sorted(self.accepted, key=lambda kept: query_id(kept[0].question))
        chunks = {draft.chunk.id: draft.chunk for draft, _ in drafts}
        chunks |= {other.chunk.id: other.chunk for _, screened in drafts for other in screened.others}
        return GenerateResult(
            asked=self.n,
            queries=tuple(question_of(draft, screened, self.plan.seed) for draft, screened in drafts),
            judgments=tuple(line for draft, screened in drafts for line in proposals_of(draft, screened, self.at)),
            chunks=tuple(chunks[name] for name in sorted(chunks)),
            pool=len(self.plan.order),
            skipped=self.plan.skipped,
            rejects=tuple(self.rejects),
            calls=self.calls,
            replayed=self.replayed,
            prompt_tokens=self.usage.prompt_tokens,
            completion_tokens=self.usage.completion_tokens,
            stopped=self.stopped if self.wanting() else "",
            failed=self.failed and self.wanting() > 0,
            thresholds=asdict(self.context.thresholds),
        )


def _quotas(styles: list[str], n: int) -> dict[str, int]:
    """n split as evenly as it goes: 3 questions in 2 styles are 2 and 1."""
    return {style: n // len(styles) + (at < n % len(styles)) for at, style in enumerate(styles)}
