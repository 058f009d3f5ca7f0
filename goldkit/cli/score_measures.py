"""The options of `goldkit score` that say what is measured, beside the names of the measures."""

from __future__ import annotations

from typing import Annotated

import typer

from goldkit.text.tokenizers import WORDS

Corpus = Annotated[
    str | None,
    typer.Option("--corpus", metavar="C", help="The chunks' texts, for measures such as recall@2000tok."),
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
