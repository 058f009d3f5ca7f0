"""What has become of the slots so far: questions, rejected drafts, and what they cost."""

from __future__ import annotations

from goldkit.generation.draft import Draft
from goldkit.generation.examine import Outcome
from goldkit.generation.filters.screen import Screened
from goldkit.generation.plan import Plan
from goldkit.generation.questions import judged_chunks, proposals_of, question_of
from goldkit.generation.spending import Spending
from goldkit.llm.reply import DETAIL, Reply, Usage
from goldkit.phrases import excerpt
from goldkit.records import Rejected
from goldkit.results.generate import GenerateResult
from goldkit.text.normalise import query_id


class Taken:
    """Collects, in the order in which the slots were taken. at: the time of the proposals."""

    def __init__(self, at: str) -> None:
        self.at = at
        self.calls = self.replayed = 0
        self.usage = Usage()
        self._spending = Spending()
        self._accepted: list[tuple[Draft, Screened]] = []
        self._rejects: list[Rejected] = []

    def count(self, outcome: Outcome) -> None:
        """Add up what was asked for an outcome."""
        replies: tuple[Reply, ...] = (outcome.draft.reply, *(outcome.screened.replies if outcome.screened else ()))
        for reply in replies:
            self.calls += reply.outcome != "stopped"
            self.replayed += reply.replayed
            self.usage += reply.usage
            self._spending.add(outcome.draft.style, reply)

    def accept(self, draft: Draft, screened: Screened) -> None:
        """One more question."""
        self._accepted.append((draft, screened))

    def reject(self, draft: Draft, reason: str, detail: str) -> None:
        """One that is turned down, with its reason."""
        self._rejects.append(
            Rejected(
                key=f"sha256:{draft.reply.key}" if draft.reply.settled else "",
                reason=reason,
                style=draft.style,
                chunks=tuple(chunk.id for chunk in draft.chunks),
                at=self.at,
                model=draft.request.model,
                question=draft.question,
                detail=excerpt(detail, DETAIL),
            )
        )

    def result(self, plan: Plan, asked: int, stopped: str, failed: bool) -> GenerateResult:
        """Everything, with the questions in the order of their ids."""
        drafts = sorted(self._accepted, key=lambda kept: query_id(kept[0].asked, kept[0].context))
        chunks = {chunk.id: chunk for draft, screened in drafts for chunk in judged_chunks(draft, screened)}
        return GenerateResult(
            asked=asked,
            queries=tuple(question_of(draft, screened, plan.seed) for draft, screened in drafts),
            judgments=tuple(line for draft, screened in drafts for line in proposals_of(draft, screened, self.at)),
            chunks=tuple(chunks[name] for name in sorted(chunks)),
            pool=len(plan.order),
            skipped=plan.skipped,
            rejects=tuple(self._rejects),
            calls=self.calls,
            replayed=self.replayed,
            prompt_tokens=self.usage.prompt_tokens,
            completion_tokens=self.usage.completion_tokens,
            stopped=stopped,
            failed=failed,
            usage=self._spending.usages,
        )
