"""Everything the filters of one run look at, from what the command line knows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from goldkit.generation.filters.context import Context, examples_of
from goldkit.generation.filters.judge import Judge
from goldkit.generation.filters.thresholds import thresholds_of
from goldkit.generation.filters.trip import RoundTrip
from goldkit.generation.nearby import Nearby
from goldkit.generation.plan import Plan
from goldkit.llm.find_prompt import find_prompt
from goldkit.llm.model import Model
from goldkit.records import Query
from goldkit.text.redact import DEFAULT, Redactor

PROMPT = "answers"
"""The prompt that asks whether a chunk answers a question; a folder of prompts may have its own of that name."""


def judge_of(model: Model, seed: int, prompts: Path | None = None) -> Judge:
    """A judge by goldkit's prompt, or the folder's own of that name. Raises UsageError and DataError as find_prompt."""
    return Judge(prompt=find_prompt(PROMPT, prompts), model=model.name, ask=model.ask, seed=seed)


def prepare(
    plan: Plan,
    nearby: Nearby,
    judge: Judge,
    *,
    judged: int = 0,
    redactor: Redactor | None = DEFAULT,
    log: Iterable[tuple[Query, Sequence[str]]] = (),
    trip: RoundTrip | None = None,
) -> Context:
    """The context of a run. log: questions that people asked, with the texts that answer them. The rest is as in Context."""
    return Context(
        examples=examples_of(plan.prompts),
        thresholds=thresholds_of((query.text, texts) for query, texts in log),
        nearby=nearby,
        judge=judge,
        judged=judged,
        redactor=redactor,
        round_trip=trip,
    )
