"""The option of `goldkit score` about an LLM judge's labels: they count only where it agrees with people."""

from __future__ import annotations

from typing import Annotated

import typer

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
