from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from goldkit.records import Chunk, Judgment, Query
from goldkit.sets.enroll import enroll
from goldkit.store.golden import GoldenDirectory

AT = "2026-12-01T10:00:00Z"


def decided(query: str, chunk: str, grade: int = 3) -> Judgment:
    return Judgment(query=query, chunk=chunk, grade=grade, status="decided", source="human", by="ana", at=AT)


@pytest.fixture
def make_golden(tmp_path: Path) -> Callable[..., GoldenDirectory]:
    """A function that makes a golden directory of `count` independent labelled queries, and what more is given."""

    def make(count: int, more: Sequence[Query] = (), judgments: Sequence[Judgment] = ()) -> GoldenDirectory:
        golden = GoldenDirectory(tmp_path / "golden")
        golden.create()
        queries = [Query(id=f"q{n:03}", text=f"{n:03}{'abcdefghij'[n % 10] * (n + 4)}?") for n in range(count)]
        own = [decided(query.id, f"c-{query.id}") for query in queries]
        chunks = [Chunk(id=f"c-{query.id}", text=f"text of {query.id}") for query in queries]
        enroll(golden, [*queries, *more], [*own, *judgments], chunks)
        return golden

    return make
