"""What judging by a model returns: grades by reason, what they took, and how far the model can be trusted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from goldkit.records import Chunk, Judgment
from goldkit.results.judge_bias import LengthBias, OrderBias, RunOrder
from goldkit.results.model_agreement import ModelAgreement
from goldkit.results.usage import Price, StyleUsage, total, usage_dict

FORMAT = 1
"""The version of the JSON that `to_dict` gives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeResult:
    """The outcome of one run.

    judge: the model with its prompt. asked: kind of pair → how many were to be graded. graded: kind → grade → how many were.
    rejected: reason → pairs without a grade, the most frequent first. left_out: reason → pairs (or queries) not asked about.
    judgments, chunks: what goes into the set.
    agreement: over all pairs that people decided before it graded them, this run's included; length: over the same ones.
    order: None where the prompt has one order only. runs: None where fewer than two runs were given, or nothing was compared.
    usage: by kind. late: replies that came in after the end. price: of the model, None where unknown. stopped: why it ended early.
    """

    judge: str
    asked: Mapping[str, int]
    graded: Mapping[str, Mapping[int, int]]
    rejected: Mapping[str, int]
    left_out: Mapping[str, int]
    agreement: ModelAgreement
    judgments: tuple[Judgment, ...] = ()
    chunks: tuple[Chunk, ...] = ()
    usage: tuple[StyleUsage, ...] = ()
    late: StyleUsage = field(default_factory=lambda: StyleUsage(style="late"))
    price: Price | None = None
    stopped: str = ""
    length: LengthBias = field(default_factory=lambda: LengthBias(n=0))
    order: OrderBias | None = None
    runs: RunOrder | None = None

    @property
    def done(self) -> int:
        """How many pairs got a grade; what was asked again in the other order is none."""
        return sum(sum(grades.values()) for kind, grades in self.graded.items() if kind != "order")

    @property
    def wanted(self) -> int:
        """How many pairs were to get one."""
        return sum(count for kind, count in self.asked.items() if kind != "order")

    @property
    def calls(self) -> int:
        """Replies, those from the journal included."""
        return total(self.usage).calls

    @property
    def replayed(self) -> int:
        """Replies from the journal."""
        return total(self.usage).replayed

    @property
    def prompt_tokens(self) -> int:
        """Of all prompts, replayed ones included."""
        return total(self.usage).prompt_tokens

    @property
    def completion_tokens(self) -> int:
        """Of all replies, replayed ones included."""
        return total(self.usage).completion_tokens

    def to_dict(self) -> dict[str, Any]:
        """The result as JSON values."""
        return {
            "format": FORMAT,
            "judge": self.judge,
            "asked": dict(self.asked),
            "graded": {kind: {str(grade): count for grade, count in own.items()} for kind, own in self.graded.items()},
            "rejected": dict(self.rejected),
            "left_out": dict(self.left_out),
            "agreement": self.agreement.to_dict(),
            "length": asdict(self.length),
            "order": None if self.order is None else asdict(self.order),
            "runs": None if self.runs is None else asdict(self.runs),
            "calls": self.calls,
            "replayed": self.replayed,
            "prompt_tokens": self.prompt_tokens,
            "completion_tokens": self.completion_tokens,
            "usage": usage_dict(self.usage, self.price, self.late),
            "stopped": self.stopped,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeEstimate:
    """What a run would send at least, before anything is sent; each reply that cannot be used is asked for once more.

    judge, left_out: as in JudgeResult. pairs: kind → how many. prompt_tokens: of all prompts, guessed.
    """

    judge: str
    pairs: Mapping[str, int]
    left_out: Mapping[str, int]
    prompt_tokens: int
    price: Price | None = None

    @property
    def calls(self) -> int:
        """Requests, one a pair."""
        return sum(self.pairs.values())

    def to_dict(self) -> dict[str, Any]:
        """The estimate as JSON values."""
        return asdict(self) | {"calls": self.calls}
