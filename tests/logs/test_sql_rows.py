"""Rows of databases as logs: SQLite always, PostgreSQL where its programs are there."""

from __future__ import annotations

import sqlite3
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
import pytest

from goldkit.errors import DataError, EndpointError, GoldkitError, UsageError
from goldkit.logs import sql_rows
from goldkit.logs.sql_rows import plain, write_rows

ROWS = [(1, "why does it stall?", '["a", "b"]'), (2, "how is a token renewed? 100 % :x", None)]


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    with sqlite3.connect(tmp_path / "rag.db") as connection:
        connection.execute("CREATE TABLE asked (id INTEGER, question TEXT, docs TEXT)")
        connection.executemany("INSERT INTO asked VALUES (?, ?, ?)", ROWS)
    connection.close()
    return f"sqlite:///{tmp_path / 'rag.db'}"


def read(url: str, query: str, folder: Path) -> list[Any]:
    return [msgspec.json.decode(line) for line in write_rows(url, query, folder).read_bytes().splitlines()]


def test_rows_come_in_the_order_of_the_query_without_nulls(sqlite: str, tmp_path: Path) -> None:
    rows = read(sqlite, "SELECT * FROM asked WHERE question LIKE '%e%' ORDER BY id DESC", tmp_path)
    assert rows == [
        {"id": 2, "question": "how is a token renewed? 100 % :x"},
        {"id": 1, "question": "why does it stall?", "docs": '["a", "b"]'},
    ]


def test_the_file_is_named_after_the_database_and_is_the_same_each_time(sqlite: str, tmp_path: Path) -> None:
    path = write_rows(sqlite, "SELECT * FROM asked ORDER BY id", tmp_path)
    first = path.read_bytes()
    assert path.name == "sqlite-rag.db.rows.jsonl"
    assert write_rows(sqlite, "SELECT * FROM asked ORDER BY id", tmp_path).read_bytes() == first


@pytest.mark.parametrize(
    ("query", "error", "found"),
    [
        ("SELECT * FROM nosuch", DataError, "no such table"),
        ("SELECT id, id FROM asked", DataError, "'id' twice"),
        ("UPDATE asked SET id = 1 WHERE id < 0", DataError, "no rows"),
        ("no sql at all", DataError, "syntax error"),
    ],
)
def test_queries_that_the_database_refuses(
    sqlite: str, tmp_path: Path, query: str, error: type[GoldkitError], found: str
) -> None:
    with pytest.raises(error, match=found) as caught:
        write_rows(sqlite, query, tmp_path)
    assert "sqlite:rag.db" in str(caught.value)


@pytest.mark.parametrize(
    ("url", "error"),
    [
        ("no url, but secret", UsageError),
        ("sqlite:///gone.db", UsageError),
        ("sqlite://", UsageError),
        ("nosuch://ana:secret@host/db", UsageError),
        ("postgresql://ana:secret@127.0.0.1:1/db?connect_timeout=2", EndpointError),
    ],
)
def test_databases_that_are_not_there_and_no_password_is_told(
    url: str, error: type[GoldkitError], tmp_path: Path
) -> None:
    with pytest.raises(error) as caught:
        write_rows(url, "SELECT 1", tmp_path)
    assert "secret" not in str(caught.value)
    assert not (tmp_path / "gone.db").exists()


def test_values_become_json() -> None:
    moment = datetime(2026, 12, 1, 10, tzinfo=UTC)
    values = {
        "2026-12-01T10:00:00+00:00": moment,
        "2026-12-01": date(2026, 12, 1),
        "7f": b"\x7f",
        "00000000-0000-0000-0000-000000000001": UUID(int=1),
    }
    assert [plain(value) for value in values.values()] == list(values)
    assert [plain(value) for value in (Decimal("3.00"), Decimal("0.5"), 2.0, True, timedelta(minutes=1))] == [
        3,
        0.5,
        2,
        True,
        60,
    ]
    assert plain({"a": [Decimal("NaN"), float("inf"), ("x", None)]}) == {"a": [None, None, ["x", None]]}
    assert plain("\ud800") == "?"


def test_postgresql(postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sql_rows, "AT_ONCE", 2)
    query = """
        SELECT n AS id, 'why ' || n || '?' AS question, jsonb_build_array('a', n) AS docs, ARRAY['x', NULL] AS tags,
               1.50::numeric AS score, timestamptz '2026-12-01 10:00+00' AS at, NULL::text AS nothing, '100 %s' AS sign
        FROM generate_series(1, 5) AS n ORDER BY n DESC"""
    rows = read(postgres, query, tmp_path)
    assert [row["id"] for row in rows] == [5, 4, 3, 2, 1]
    at = datetime.fromisoformat(rows[0].pop("at"))
    assert at == datetime(2026, 12, 1, 10, tzinfo=UTC)
    assert rows[0] == {
        "id": 5, "question": "why 5?", "docs": ["a", 5], "tags": ["x", None], "score": 1.5, "sign": "100 %s"
    }  # fmt: skip
    with pytest.raises(DataError, match="nosuch") as caught:
        write_rows(postgres, "SELECT * FROM nosuch", tmp_path)
    assert "secret" not in str(caught.value)
