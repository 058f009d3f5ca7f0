"""The options of `goldkit generate` that say which chunks are asked about."""

from __future__ import annotations

from typing import Annotated

import typer

Only = Annotated[
    list[str] | None,
    typer.Option(
        "--only",
        metavar="KEY=VALUE",
        help="Ask only about chunks with this doc_id, title, id or value in their metadata; * and ? stand for any characters. "
        "Repeatable: of one key any value, of several keys all.",
    ),
]
Except = Annotated[
    list[str] | None,
    typer.Option(
        "--except", metavar="KEY=VALUE", help="Ask about no chunk that fits, written as for --only; repeatable."
    ),
]
