"""The options of `goldkit score` that say what is measured, beside the names of the measures."""

from __future__ import annotations

from typing import Annotated

import typer

from goldkit.scoring import options as choices
from goldkit.text.tokenizers import WORDS

Corpora = Annotated[
    list[str] | None,
    typer.Option(
        "--corpus",
        metavar="C",
        help="The chunks, for recall@2000tok and its like, documents, --match-text; as RUN=C, once a run, where each has its own.",
    ),
]
Tokenizer = Annotated[
    str, typer.Option("--tokenizer", metavar="T", help=f"What counts tokens: {WORDS}, or one of tiktoken's.")
]
StageRuns = Annotated[
    list[str] | None,
    typer.Option(
        "--stage",
        metavar="NAME=RUN",
        help="A stage of one pipeline, first to last: which one lost what; twice or more.",
    ),
]
Level = Annotated[
    choices.Level,
    typer.Option("--level", help="Rank and count chunks, or the documents they are of, by the best chunk."),
]
