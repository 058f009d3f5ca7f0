"""What has become of the slots so far: questions, rejected drafts, and what they cost."""

from __future__ import annotations

from goldkit.files.hash_index import HashIndex, hash64
from goldkit.files.sorted_records import SortedRecords
from goldkit.generation.draft import Draft
from goldkit.generation.examine import Outcome
from goldkit.generation.filters.screen import Screened
from goldkit.generation.plan import Plan
from goldkit.generation.questions import judged_chunks, proposals_of, question_of
from goldkit.llm.reply import DETAIL, Usage
from goldkit.llm.spending import Spending
from goldkit.phrases import excerpt
from goldkit.records import Chunk, Judgment, Query
from goldkit.results.generate import GenerateResult
from goldkit.results.rejected import Rejected


class Taken:
    """Collects, on disk once it is much, in the order in which the slots were taken. at: the time of the proposals."""

    def __init__(self, at: str, seed: int) -> None:
        self.at = at
        self.calls = self.replayed = 0
        self.usage = Usage()
        self._spending = Spending()
        self._seed = seed
        self._queries, self._judgments = SortedRecords(Query), SortedRecords(Judgment)
        self._chunks, self._rejects = SortedRecords(Chunk), SortedRecords(Rejected)
        self._stored = HashIndex()

    def count(self, outcome: Outcome) -> None:
        """Add up what was asked for an outcome."""
        for reply in outcome.replies:
            self.calls += reply.outcome != "stopped"
            self.replayed += reply.replayed
            self.usage += reply.usage
            self._spending.add(outcome.draft.style, reply)

    def accept(self, draft: Draft, screened: Screened) -> None:
        """One more question."""
        query = question_of(draft, screened, self._seed)
        self._queries.add(query.id, query)
        for line in proposals_of(draft, screened, self.at):
            self._judgments.add(query.id, line)
        for chunk in judged_chunks(draft, screened):
            if self._stored.add(hash64(chunk.id), 0):
                self._chunks.add(chunk.id, chunk)

    def reject(self, draft: Draft, reason: str, detail: str) -> None:
        """One that is turned down, with its reason."""
        self._rejects.add(
            "",
            Rejected(
                key=f"sha256:{draft.reply.key}" if draft.reply.settled else "",
                reason=reason,
                style=draft.style,
                chunks=tuple(chunk.id for chunk in draft.chunks),
                at=self.at,
                model=draft.request.model,
                question=draft.question,
                detail=_writable(excerpt(detail, DETAIL)),
            ),
        )

    def result(self, plan: Plan, asked: int, stopped: str, failed: bool) -> GenerateResult:
        """Everything, with the questions in the order of their ids."""
        return GenerateResult(
            asked=asked,
            queries=self._queries,
            judgments=self._judgments,
            chunks=self._chunks,
            pool=len(plan.order),
            skipped=plan.skipped,
            rejects=self._rejects,
            calls=self.calls,
            replayed=self.replayed,
            prompt_tokens=self.usage.prompt_tokens,
            completion_tokens=self.usage.completion_tokens,
            stopped=stopped,
            failed=failed,
            usage=self._spending.usages,
        )


def _writable(text: str) -> str:
    """The text with its lone surrogates written out, for a model may say anything when it refuses."""
    return text.encode("utf-8", "backslashreplace").decode()
