"""The options of `goldkit score` that show single queries."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from goldkit.errors import UsageError

if TYPE_CHECKING:
    from goldkit.results.score import ScoreResult
    from goldkit.sets.scoreset import ScoreSet

LIMIT = 20
PerQuery = Annotated[
    bool, typer.Option("--per-query", help="List the queries that rose and fell, with ranks before and after.")
]
Explain = Annotated[
    list[str] | None,
    typer.Option(
        "--explain",
        metavar="QUERY",
        help="Lay a query open: all rankings side by side with labels, holes and texts. An id, its start, or the text.",
    ),
]
Limit = Annotated[int, typer.Option("--limit", metavar="N", min=1, help="How many to list each way.")]
Burn = Annotated[
    bool, typer.Option("--burn", help="Show single queries of a frozen set all the same; it is recorded which.")
]


def check_burn(scoreset: ScoreSet, burn: bool, asked: bool) -> None:
    """Before anything is scored, which may cost a look. asked: whether single queries are to be shown.

    Raises UsageError where burning shows nothing, or has no place to be recorded.
    """
    if not burn or not scoreset.frozen:
        return
    if not asked:
        raise UsageError(
            "--burn allows single queries of a frozen set to be shown; say which: --per-query, --csv or --explain"
        )
    from goldkit.sets.burning import burn_place

    burn_place(scoreset)


def with_texts(result: ScoreResult, scoreset: ScoreSet, spec: str, golden: Path, corpus: str | None) -> ScoreResult:
    """The result with the texts of the chunks of all queries that are laid open, where they are known."""
    if not result.explain:
        return result
    from goldkit.sets.stored_texts import stored_texts

    wanted = {chunk for one in result.explain for chunk in one.chunks()}
    texts = stored_texts(scoreset, spec, golden, corpus, wanted)
    found = [
        replace(one, texts={name: texts[name] for name in one.chunks() if name in texts}) for one in result.explain
    ]
    return replace(result, explain=tuple(found))
