"""Everything the filters of one run look at, from what the command line knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from goldkit.generation.filters.context import Context, examples_of
from goldkit.generation.filters.judge import Judge
from goldkit.generation.filters.thresholds import thresholds_of
from goldkit.generation.nearby import Nearby
from goldkit.generation.plan import Plan
from goldkit.llm.find_prompt import find_prompt
from goldkit.llm.reply import Reply
from goldkit.llm.request import Request
from goldkit.records import Chunk, Copy, Query
from goldkit.text.redact import DEFAULT, Redactor

PROMPT = "answers"
"""The prompt that asks whether a chunk answers a question; a folder of prompts may have its own of that name."""


def prepare(
    plan: Plan,
    *,
    model: str,
    ask: Callable[[Request], Reply],
    corpus: Callable[[], Iterable[Chunk]],
    copies: Iterable[Copy] = (),
    judged: int = 0,
    redactor: Redactor | None = DEFAULT,
    log: Iterable[tuple[Query, Sequence[str]]] = (),
    prompts: Path | None = None,
) -> Context:
    """The context of a run. corpus: reads all chunks anew. copies: of the golden set. judged: chunks to ask the model about.
    log: questions that people asked, with the texts that answer them.

    Raises UsageError and DataError as find_prompt.
    """
    pairs = ((copy.a, copy.b) for copy in copies if copy.verdict == "same")
    return Context(
        examples=examples_of(plan.prompts),
        nearby=Nearby(corpus, pairs),
        judge=Judge(prompt=find_prompt(PROMPT, prompts), model=model, ask=ask, seed=plan.seed),
        thresholds=thresholds_of((query.text, texts) for query, texts in log),
        judged=judged,
        redactor=redactor,
    )
