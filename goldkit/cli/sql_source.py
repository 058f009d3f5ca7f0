"""`--sql` and `--query` of `goldkit mine`: a database instead of log files, or beside them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from goldkit.errors import UsageError

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


@contextmanager
def with_rows(logs: Sequence[Path] | None, sql: str | None, query: str | None) -> Iterator[list[Path]]:
    """The log files, and the rows of the query as one more while the block runs.

    Raises UsageError for an option without the other and for no log at all; else as write_rows.
    """
    if (sql is None) != (query is None):
        raise UsageError("--sql URL and --query SELECT go together")
    if not logs and sql is None:
        raise UsageError("name a log file or folder, or --sql URL --query SELECT")
    if sql is None or query is None:
        yield list(logs or [])
        return
    from goldkit.logs.sql_rows import write_rows

    with tempfile.TemporaryDirectory(prefix="goldkit-") as folder:
        yield [*(logs or []), write_rows(sql, query, Path(folder))]
