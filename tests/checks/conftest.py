from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from goldkit.holdout.freeze import freeze
from goldkit.records import Chunk, Judgment, Query
from goldkit.sets.enroll import enroll
from goldkit.store.golden import GoldenDirectory

AT = "2026-12-01T10:00:00Z"


@pytest.fixture
def sound(tmp_path: Path) -> GoldenDirectory:
    """A golden directory of 12 queries in which nothing is wrong, half of it frozen as `core`."""
    golden = GoldenDirectory(tmp_path / "golden")
    golden.create()
    queries = [Query(id=f"q{n:02}", text=f"{n:02}{'abcdefghijkl'[n] * (n + 4)}?", origin="log") for n in range(12)]
    judgments = [
        Judgment(query=q.id, chunk=f"c-{q.id}", grade=3, status="decided", source="human", by="ana", at=AT)
        for q in queries
    ]
    enroll(golden, queries, judgments, [Chunk(id=f"c-{q.id}", text=f"text of {q.id}") for q in queries])
    freeze(golden, "core", 0.5, 1, k=5, at=AT)
    return golden


@pytest.fixture
def judge(sound: GoldenDirectory) -> Callable[..., None]:
    """A function that appends one judgment, decided by ana unless something else is said."""

    def append(query: str, chunk: str, grade: int | None = 3, **fields: object) -> None:
        line = {"status": "decided", "source": "human", "by": "ana", "at": AT} | fields
        sound.append("judgments.jsonl", [{"query": query, "chunk": chunk, "grade": grade} | line])

    return append
