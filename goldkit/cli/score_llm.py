"""The option of `goldkit score` about an LLM judge's labels: they count only where it agrees with people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from goldkit.results.model_agreement import ModelAgreement
    from goldkit.results.score import ScoreResult
    from goldkit.sets.scoreset import ScoreSet
    from goldkit.store.counting import Counting

MinKappa = Annotated[
    float,
    typer.Option(
        "--min-kappa",
        metavar="X",
        min=-1,
        max=1,
        help="With --labels llm: how far a judge must agree with people, in weighted kappa; `goldkit judge` measures it.",
    ),
]


def judges_that_count(scoreset: ScoreSet, labels: Counting, least: float) -> list[ModelAgreement]:
    """The LLM judges whose labels count. Raises UsageError where one agrees too little with people or was never measured.

    A frozen set has people's labels only, and a foreign one says itself what it counts.
    """
    if labels != "llm" or scoreset.frozen or scoreset.home is None:
        return []
    from goldkit.sets.llm_gate import trusted_judges

    return trusted_judges(Path(scoreset.home), least)


def with_judges(result: ScoreResult, judges: Sequence[ModelAgreement]) -> ScoreResult:
    """The result with what a reader has to know of labels that no person gave."""
    if not judges:
        return result
    from goldkit.sets.llm_gate import trust_note

    return replace(result, notes=(*result.notes, *map(trust_note, judges)), llm_judges=tuple(judges))
