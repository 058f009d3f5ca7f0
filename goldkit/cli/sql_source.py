"""`--sql` and `--query` of `goldkit mine`: a database instead of log files, or beside them."""

from __future__ import annotations

from typing import Annotated

import typer

Sql = Annotated[
    str | None,
    typer.Option(
        "--sql",
        metavar="URL",
        help="Mine the rows of a database: postgresql://user@host/db or sqlite:///file.db. The URL is kept nowhere; give "
        "PostgreSQL's password in PGPASSWORD or ~/.pgpass.",
    ),
]
Query = Annotated[
    str | None,
    typer.Option(
        "--query",
        metavar="SELECT",
        help="What to read with --sql; a row is a record. With ORDER BY, so that reading it again gives the same rows.",
    ),
]
