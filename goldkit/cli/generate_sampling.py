"""The options of `goldkit generate` that say which chunks are asked about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from goldkit.cli.output import say
from goldkit.phrases import counted

if TYPE_CHECKING:
    from goldkit.generation.like_log import LikeLog
    from goldkit.generation.plan import Plan
    from goldkit.store.golden import GoldenDirectory

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
AskAll = Annotated[
    bool,
    typer.Option(
        "--ask-all",
        help="Ask about every chunk that has words, also about bare code, lists of links, headings and the like.",
    ),
]
LikeTheLog = Annotated[
    bool,
    typer.Option(
        "--like-log",
        help="Ask in the proportions of the set's own log questions, those of dev only: styles by their tags, topics by the chunks "
        "that they are about, and how long questions are. With --style only these styles, in the log's proportions.",
    ),
]


def like_the_log(directory: GoldenDirectory, styles: list[str] | None) -> LikeLog:
    """The proportions of the log questions of `dev`, of the named styles only where some are named.

    Raises UsageError where there are too few, or none of these styles.
    """
    from goldkit.generation.like_log import like_log
    from goldkit.generation.style import ALL
    from goldkit.sets.golden import read_golden

    golden = read_golden(directory)
    texts = {chunk.id: chunk.text for chunk in golden.chunks}
    dev = golden.dev()
    labelled = {
        query.id: texts[chunk]
        for query in dev
        for chunk in sorted(golden.labels(query.id, "proposed"), reverse=True)
        if chunk in texts
    }
    like = like_log(dev, labelled)
    if not styles or ALL in styles:
        return like
    for style in sorted({*styles} - like.styles.keys()):
        say(f"note: no log question in dev is asked as {style}, so --like-log asks none")
    return like.among(styles)


def say_if_most_were_skipped(plan: Plan) -> None:
    """Name the way on where more than half of a corpus looks as if nothing could be asked about it."""
    from goldkit.generation.answerable import OVERRIDDEN

    skipped = sum(count for reason, count in plan.skipped.items() if reason in OVERRIDDEN)
    everything = len(plan.order) + sum(plan.skipped.values())
    if skipped * 2 > everything:
        say(
            f"note: {skipped:,} of {counted(everything, 'chunk')} look as if nothing could be asked about them;"
            " --ask-all asks about every chunk that has words"
        )
