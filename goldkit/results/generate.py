"""What generating returns: the accepted questions, and why everything else was not."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass, field
from typing import Any

from goldkit.records import JSON, Chunk, Judgment, Query
from goldkit.results.likeness import LikenessRow
from goldkit.results.rejected import Rejected
from goldkit.results.style_estimate import StyleEstimate, whole
from goldkit.results.usage import Price, StyleUsage, usage_dict

NOTHING = StyleUsage(style="late")
FORMAT = 1
"""The version of the JSON that `to_dict` gives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerateResult:
    """The outcome of one run.

    asked: how many questions were wanted. queries: the accepted ones, by id. judgments: what is proposed for each. chunks: the
    texts of those. All of these may lie on disk and are then read anew each time.
    pool: chunks that could be asked about. skipped: reason → chunks that could not. rejects: questions or replies turned down.
    calls: requests answered, of which `replayed` came from the journal. Tokens are the endpoint's count, replayed included.
    like_log: how near the questions come to the log, where that was wanted.
    thresholds: from where on a question counted as copied, and how many log questions that comes from.
    usage: by style, judging included. price: of the model, None where unknown.
    missing: style → how many questions of it there are too few.
    late: replies that came in when the run had ended early; they are in no other figure, but in the journal, and paid for.
    stopped: why it ended early, "" where it did not. failed: whether that was the endpoint's doing; stopped then has its words.
    """

    asked: int
    queries: Collection[Query] = ()
    judgments: Collection[Judgment] = ()
    chunks: Collection[Chunk] = ()
    pool: int = 0
    skipped: dict[str, int] = field(default_factory=dict)
    rejects: Collection[Rejected] = ()
    calls: int = 0
    replayed: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    stopped: str = ""
    failed: bool = False
    thresholds: JSON = field(default_factory=dict)
    usage: tuple[StyleUsage, ...] = ()
    price: Price | None = None
    like_log: tuple[LikenessRow, ...] = ()
    missing: dict[str, int] = field(default_factory=dict)
    late: StyleUsage = NOTHING

    @property
    def short(self) -> int:
        """How many questions are missing."""
        return self.asked - len(self.queries)

    @property
    def rejected(self) -> dict[str, int]:
        """Reason → how many questions or replies were rejected for it, the most frequent first."""
        counts: dict[str, int] = {}
        for reject in self.rejects:
            counts[reject.reason] = counts.get(reject.reason, 0) + 1
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))

    def to_dict(self) -> dict[str, Any]:
        """The result as JSON values."""
        return {
            "format": FORMAT,
            "asked": self.asked,
            "accepted": len(self.queries),
            "short": self.short,
            "pool": self.pool,
            "skipped": self.skipped,
            "rejected": self.rejected,
            "calls": self.calls,
            "replayed": self.replayed,
            "prompt_tokens": self.prompt_tokens,
            "completion_tokens": self.completion_tokens,
            "stopped": self.stopped,
            "thresholds": self.thresholds,
            "usage": usage_dict(self.usage, self.price, self.late),
            "like_log": [asdict(row) for row in self.like_log],
            "missing": self.missing,
            "queries": [{"id": query.id, "text": query.text, "style": query.tags[0]} for query in self.queries],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerateEstimate:
    """What a run would send, before anything is sent. calls: at least and at most. Tokens are guessed at four characters each.

    by_document: how many of the first n chunks each document gives. judge_calls: at most so many more, about other chunks.
    styles: what each style would take; a judge's calls are not among it. Each style's most is a bound, as the total's is: all
    calls beyond the least may go into one style. price: of the model, None where unknown.
    """

    pool: int
    skipped: dict[str, int]
    least_calls: int
    most_calls: int
    prompt_tokens_a_call: int
    by_document: dict[str, int]
    judge_calls: int = 0
    styles: tuple[StyleEstimate, ...] = ()
    price: Price | None = None

    @property
    def total(self) -> StyleEstimate:
        """All styles and the judge together."""
        return whole(self.styles, self.most_calls, self.judge_calls, self.prompt_tokens_a_call)

    def to_dict(self) -> dict[str, Any]:
        """The estimate as JSON values; a cost is null where the price is unknown."""
        rows = [*self.styles, self.total]
        costs = {row.style: {"least": row.least_cost(self.price), "most": row.most_cost(self.price)} for row in rows}
        return asdict(self) | {"costs": costs}
