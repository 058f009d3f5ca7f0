"""Arguments and options that several commands share, so that a word means the same everywhere."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import Annotated

import typer

Golden = Annotated[
    Path,
    typer.Option("--golden", metavar="DIR", envvar="GOLDKIT_DIR", help="The golden directory."),
]
GOLDEN = Path("golden")
"""The default golden directory."""


def same(golden: Path) -> str:
    """What a suggested command needs to meet the same golden directory; empty where it does so by itself."""
    by_itself = Path(os.environ.get("GOLDKIT_DIR") or GOLDEN)
    return "" if golden == by_itself else f" --golden {shlex.quote(str(golden))}"


# readable=False: typer would call a file without permission wrong usage; goldkit reads it and says that it is bad input.
CORPUS = typer.Option(
    "--corpus",
    metavar="C",
    readable=False,
    help="The chunks: JSONL, a BEIR folder, an {id: text} JSON, a folder of .md/.txt, Parquet.",
)
Corpus = Annotated[Path, CORPUS]
OptionalCorpus = Annotated[Path | None, CORPUS]
MatchText = Annotated[
    bool,
    typer.Option("--match-text", help="Match results without an id to the chunks of --corpus by their text."),
]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON on stdout.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Say what would be done; change nothing.")]
# The largest whole number that every reader of JSON keeps: seeds are written down and sent.
Seed = Annotated[
    int, typer.Option("--seed", metavar="S", min=0, max=2**53 - 1, help="Seed of everything drawn by chance.")
]
