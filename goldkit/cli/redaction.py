"""The options that say what is private, shared by the commands that replace it and that look for it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from goldkit.library.private import FILE

RulesFile = Annotated[
    Path | None,
    typer.Option(
        "--redact-rules",
        metavar="FILE",
        readable=False,
        help=r"What else is private, a line each: `EMPLOYEE: \bE\d{6}\b`, `keep: \bT2_\w+` (never replaced), `off: PHONE`. "
        f"Left out: {FILE} of the golden directory, where there is one.",
    ),
]
Redact = Annotated[
    bool,
    typer.Option(
        "--redact/--no-redact",
        help="Put markers such as <EMAIL> in place of mail addresses, phone, card and account numbers, IP addresses, keys, "
        "tokens, passwords and names of home directories.",
    ),
]
NamesModel = Annotated[
    str | None,
    typer.Option(
        "--redact-names",
        metavar="MODEL",
        help="Names of people too, found by presidio (the extra `pii`) with this spaCy model, installed or a folder.",
    ),
]
ReplacedFile = Annotated[
    Path | None,
    typer.Option(
        "--replaced", metavar="FILE", help="Write what was replaced to FILE, to be looked through; keep it out of git."
    ),
]
