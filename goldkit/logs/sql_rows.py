"""The rows of a SQL query, written out as JSON lines, so that they are read, mapped and counted like any other log.

SQLAlchemy is an extra, and so is each database's driver.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, time, timedelta
from decimal import Decimal
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from goldkit.errors import DataError, EndpointError, UsageError, bad
from goldkit.files.canonical import line
from goldkit.files.temporary import room_needed

if TYPE_CHECKING:
    from sqlalchemy.engine import URL, Connection

AT_ONCE = 1000
"""Rows that are fetched at a time, so that memory stays bounded."""
DRIVERS = {"postgres": "postgresql+psycopg", "postgresql": "postgresql+psycopg"}
"""Names of databases without a driver → with the one that the extra `sql` installs."""


def write_rows(url: str, query: str, folder: Path) -> Path:
    """Run a query and write a row a line, in its order, to a file in a folder; returns the file. Row n stands on line n.

    Columns that are null are left out; times become ISO 8601, decimals numbers, bytes hex. Neither the URL nor its password is
    part of any message. Raises UsageError for a URL that is none, a missing driver or SQLite file, EndpointError when the database
    cannot be reached or breaks off, DataError when it refuses the query, or two columns have one name.
    """
    where = _url(url)
    name = f"{where.drivername.partition('+')[0]}:{Path(where.database or 'memory').name}"
    path = folder / f"{name.replace(':', '-')}.rows.jsonl"
    with path.open("wb") as file:
        for row in _rows(where, query, name):
            with room_needed():
                file.write(line(row))
    return path


def _url(text: str) -> URL:
    try:
        from sqlalchemy.engine import make_url
        from sqlalchemy.exc import ArgumentError
    except ImportError as error:
        raise UsageError("--sql needs SQLAlchemy: pip install 'goldkit[sql]'") from error
    try:
        url = make_url(text)
    except (ArgumentError, ValueError) as error:
        raise UsageError(
            "--sql: expected a URL such as postgresql://user@host/database or sqlite:///file.db"
        ) from error
    if url.get_backend_name() == "sqlite" and not (url.database and Path(url.database).is_file()):
        raise UsageError(f"{url.database or '--sql sqlite://'}: no such file")
    return url.set(drivername=DRIVERS.get(url.drivername, url.drivername))


def _rows(url: URL, query: str, name: str) -> Iterator[dict[str, Any]]:
    from sqlalchemy import create_engine
    from sqlalchemy.exc import DBAPIError, NoSuchModuleError, ResourceClosedError
    from sqlalchemy.pool import NullPool

    try:
        engine = create_engine(url, poolclass=NullPool)
    except (NoSuchModuleError, ImportError) as error:
        driver = url.drivername
        raise UsageError(f"--sql: no driver for {driver}; pip install 'goldkit[sql]' brings PostgreSQL's") from error
    try:
        with engine.connect() as connection:
            yield from _fetched(connection, query, name)
    except DBAPIError as error:
        raise _refused(error, url, name) from error
    except ResourceClosedError as error:
        raise bad(name, None, "a statement that gives no rows", "--query 'SELECT …'") from error


def _fetched(connection: Connection, query: str, name: str) -> Iterator[dict[str, Any]]:
    options = {"stream_results": True, "yield_per": AT_ONCE, "no_parameters": True}  # a % in the query is a %
    result = connection.exec_driver_sql(query, execution_options=options)
    names = list(result.keys())
    twice = [one for one in names if names.count(one) > 1]
    if twice:
        raise bad(name, None, f"the column {twice[0]!r} twice", "every column once", "Name one of them: … AS other.")
    for row in result:
        yield {name: plain(value) for name, value in zip(names, row, strict=True) if value is not None}


def plain(value: Any) -> Any:
    """A value of a database as JSON has it. What JSON has no form for becomes text."""
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, Decimal | float):
        return None if not isfinite(value) else int(value) if value == int(value) else float(value)
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(item) for item in value]
    if isinstance(value, date | time):  # and datetime
        return value.isoformat()
    if isinstance(value, timedelta):
        return value.total_seconds()
    return bytes(value).hex() if isinstance(value, bytes | bytearray | memoryview) else str(value)


def _refused(error: Any, url: URL, name: str) -> DataError | EndpointError:
    """The database's own words, without what SQLAlchemy adds; the password is in none of them, or is taken out."""
    words = " ".join(str(error.orig).split())
    words = words.replace(url.password, "***") if url.password else words
    from sqlalchemy.exc import InterfaceError, OperationalError

    lost = isinstance(error, OperationalError | InterfaceError) and url.get_backend_name() != "sqlite"
    if lost or error.connection_invalidated:
        return EndpointError(f"{name}: {words}")
    return bad(
        name, None, f"a query that the database refuses ({words})", "--query 'SELECT …' on tables that are there"
    )
