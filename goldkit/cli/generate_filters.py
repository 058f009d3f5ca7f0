"""The options of `goldkit generate` that say what its filters look at, and what they get of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from goldkit.cli.output import say
from goldkit.errors import UsageError

if TYPE_CHECKING:
    from goldkit.generation.filters.context import Context
    from goldkit.generation.filters.trip import RoundTrip as Trip
    from goldkit.generation.nearby import Nearby
    from goldkit.generation.plan import Plan
    from goldkit.llm.model import Model
    from goldkit.store.golden import GoldenDirectory
    from goldkit.text.redact import Redactor

DEFAULT_K = 10
BM25 = "bm25"
MOST = 200_000
"""Chunks of a corpus up to which other answers are looked for without being asked to: 1 GB of memory and a minute."""
CheckOthers = Annotated[
    int,
    typer.Option(
        "--check-others",
        metavar="N",
        min=0,
        help="Ask the model about the N nearest other chunks whether they answer the question too: up to N more requests for each "
        "question. Chunks that hold the same words are found without asking.",
    ),
]
RoundTrip = Annotated[
    str | None,
    typer.Option(
        "--round-trip",
        metavar="RETRIEVER[@K]",
        help="Keep only questions for which a retriever finds their own chunk among its first K (10): bm25, or a function "
        "package.module:function. Each is marked with it, for such questions favour that retriever.",
    ),
]


class Looking(NamedTuple):
    """What the filters need of the command line. judged: other chunks that the model is asked about for each question.

    redactor: of what is private. round_trip: as it was given.
    """

    corpus: Path
    prompts: Path | None
    judged: int
    redactor: Redactor | None
    round_trip: str | None


def context_of(directory: GoldenDirectory, plan: Plan, model: Model, looking: Looking) -> Context:
    """What the filters look at. Raises UsageError for a retriever that is none, and as the prompt files and the golden set do."""
    from goldkit.formats.corpus import read_corpus
    from goldkit.generation.filters.prepare import judge_of, prepare
    from goldkit.generation.nearby import Nearby
    from goldkit.generation.style import checks_of
    from goldkit.sets.golden import read_golden
    from goldkit.sets.log_pairs import log_pairs
    from goldkit.store.pairs import said_same

    wanted = looking.judged or looking.round_trip or any("unanswered" in checks_of(prompt) for prompt in plan.prompts)
    nearby = Nearby(lambda: read_corpus(looking.corpus), said_same(directory.copies()), None if wanted else MOST)
    return prepare(
        plan,
        nearby,
        judge_of(model, plan.seed, looking.prompts),
        judged=looking.judged,
        redactor=looking.redactor,
        log=log_pairs(read_golden(directory)),
        trip=None if looking.round_trip is None else _trip(looking.round_trip, nearby),
    )


def say_what_was_left_out(context: Context) -> None:
    """Tell where a corpus was too large for what nobody asked for."""
    if context.nearby is not None and context.nearby.too_many:
        say(
            f"note: the corpus has more than {MOST:,} chunks, so no other answers were looked for; --check-others 1 looks for them"
        )


def _trip(given: str, nearby: Nearby) -> Trip:
    """The retriever of a word such as bm25@5."""
    from goldkit.cli.round_trip import finder
    from goldkit.generation.filters.trip import RoundTrip as Trip

    name, at, depth = given.partition("@")
    if not name or (name != BM25 and ":" not in name) or (at and not re.fullmatch("[1-9][0-9]{0,3}", depth)):
        raise UsageError(
            f"--round-trip {given}: expected bm25 or package.module:function, with @K behind it or not, as in bm25@10"
        )
    return Trip(name=name, find=nearby.best if name == BM25 else finder(name), k=int(depth) if at else DEFAULT_K)
