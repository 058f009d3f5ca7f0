"""`goldkit mine --sql`: rows are mined like records, counted once, and the URL stays out of everything."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

MAP = ["--map", "query=question", "--map", "chunks=docs", "--map", "id=id"]
QUERY = ["--query", "SELECT * FROM asked ORDER BY id"]


def goldkit(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"GOLDKIT_NOW": "2026-12-01T10:00:00Z", "TMPDIR": str(folder / "temporary")}
    command = [sys.executable, "-m", "goldkit", "mine", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "temporary").mkdir()
    with sqlite3.connect(tmp_path / "rag.db") as connection:
        connection.execute("CREATE TABLE asked (id INTEGER, question TEXT, docs TEXT)")
        connection.executemany(
            "INSERT INTO asked VALUES (?, ?, ?)",
            [(1, "why does it stall?", '["a"]'), (2, "and when?", '[{"id": "b"}]')],
        )
    connection.close()
    return tmp_path


def test_rows_are_mined_once(folder: Path) -> None:
    done = goldkit(folder, "--sql", "sqlite:///rag.db", *QUERY, *MAP)
    assert done.returncode == 0, done.stderr
    assert "sqlite-rag.db.rows.jsonl (jsonl): 2 of 2 records used" in done.stdout
    assert "proposals: 2 pairs" in done.stdout
    before = {path: path.read_bytes() for path in (folder / "golden").iterdir()}
    again = goldkit(folder, "--sql", "sqlite:///rag.db", *QUERY, *MAP)
    assert (again.returncode, "mined before" in again.stdout) == (0, True)
    assert {path: path.read_bytes() for path in (folder / "golden").iterdir()} == before
    assert list((folder / "temporary").iterdir()) == []
    assert all(b"sqlite:///" not in content for content in before.values())


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ([], 2, "--sql URL --query SELECT"),
        (["--sql", "sqlite:///rag.db"], 2, "go together"),
        (QUERY, 2, "go together"),
        (["--sql", "sqlite:///gone.db", *QUERY], 2, "no such file"),
        (["--sql", "sqlite:///rag.db", "--query", "SELECT * FROM nosuch"], 3, "no such table"),
        (["--sql", "sqlite:///rag.db", *QUERY], 3, "--map query="),
        (["--sql", "postgresql://ana:secret@127.0.0.1:1/db", *QUERY], 4, "postgresql:db"),
    ],
)
def test_what_does_not_fit_leaves_nothing(folder: Path, arguments: list[str], code: int, words: str) -> None:
    done = goldkit(folder, *arguments)
    assert (done.returncode, done.stdout) == (code, "")
    assert words in done.stderr
    assert "Traceback" not in done.stderr and "secret" not in done.stderr
    assert not (folder / "golden").exists()
    assert list((folder / "temporary").iterdir()) == []
