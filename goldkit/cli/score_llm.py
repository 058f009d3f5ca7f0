"""The option of `goldkit score` about an LLM judge's labels: they count only where it agrees with people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from goldkit.results.model_agreement import ModelAgreement
    from goldkit.results.score import ScoreResult

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


def with_judges(result: ScoreResult, judges: Sequence[ModelAgreement]) -> ScoreResult:
    """The result with what a reader has to know of labels that no person gave."""
    if not judges:
        return result
    from goldkit.sets.llm_gate import trust_note

    return replace(result, notes=(*result.notes, *map(trust_note, judges)), llm_judges=tuple(judges))
