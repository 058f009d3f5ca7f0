"""The options of `goldkit mine`, and what they say of the mining itself."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from goldkit.errors import UsageError
from goldkit.logs.catalogue import LOG_READERS
from goldkit.logs.mapped import FIELDS

FORMATS = ", ".join(LOG_READERS)
Logs = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="LOG…",
        readable=False,
        help="Log files, or folders of them: JSON lines, JSON, CSV, TSV, Parquet; .gz and .zst too.",
    ),
]
Format = Annotated[
    str | None, typer.Option("--format", metavar="NAME", help=f"Told from the records if left out: {FORMATS}.")
]
Mapped = Annotated[
    list[str] | None,
    typer.Option(
        "--map",
        metavar="FIELD=PATH",
        help="Where a field stands in records of any shape: query=request.text chunks=hits.doc.id; a list on the way is "
        f"gone through. Fields: {', '.join(FIELDS)}. context is the turn before; what was retrieved is chunks.",
    ),
]
ExactPatterns = Annotated[
    Path | None,
    typer.Option(
        "--exact-patterns",
        metavar="FILE",
        readable=False,
        help="A regular expression a line; a question in which one is found gets the tag `exact`.",
    ),
]


Depth = Annotated[
    int,
    typer.Option(
        "--depth",
        metavar="N",
        min=1,
        help="Propose the best N chunks of a question of which none was clicked, copied, cited, quoted or thumbed up. It takes "
        "effect when a log is mined for the first time.",
    ),
]


class By(StrEnum):
    """Ways of choosing questions."""

    FREQUENCY = "frequency"
    STRATIFIED = "stratified"
    UNCERTAIN = "uncertain"


Select = Annotated[
    int | None,
    typer.Option(
        "--select",
        metavar="N",
        min=1,
        help="Choose N of the questions of logs, mined now or before; the others are set aside as not selected, until a "
        "larger N brings them back.",
    ),
]
SelectBy = Annotated[
    By,
    typer.Option(
        "--by",
        help="How: the often asked likelier; some of each kind, time and topic; or first where the evidence conflicts "
        "or is weak.",
    ),
]
Tagged = Annotated[
    list[str] | None,
    typer.Option("--tag", metavar="NAME=REGEX", help="Tag the questions in which it is found; may be repeated."),
]
PositionBias = Annotated[
    bool,
    typer.Option(
        "--position-bias/--no-position-bias",
        help="Set clicks against the rank they were made at, as far as the log tells; it orders the review queue only.",
    ),
]


def mapping_of(pairs: Sequence[str]) -> dict[str, str]:
    """Field → path, of FIELD=PATH texts. Raises UsageError for any other."""
    mapping = {}
    for pair in pairs:
        name, sign, path = pair.partition("=")
        if not (name and sign and path):
            raise UsageError(f"--map {pair}: expected FIELD=PATH, such as --map query=request.text")
        mapping[name] = path
    return mapping
