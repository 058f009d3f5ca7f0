"""A small golden directory whose labels are to be carried over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from goldkit.files.canonical import sha256_text
from goldkit.rebase.golden import rebase
from goldkit.records import Chunk, Copy, Judgment, Query
from goldkit.results.rebase import Rebased
from goldkit.sets.golden import GoldenSet, read_golden
from goldkit.store.golden import GoldenDirectory

AT = "2026-12-02T10:00:00Z"


class Library:
    """A directory, and short ways to fill it and to ask it."""

    def __init__(self, path: Path) -> None:
        self.directory = GoldenDirectory(path)
        self.directory.create()

    def judge(self, query: str, chunk: Chunk, grade: int | None = 3, **more: Any) -> None:
        """One judge's word about a chunk."""
        self.directory.rewrite_queries(
            lambda known: {**known, query: Query(id=query, text=f"what of {query}?")}.values()
        )
        self.directory.add_chunks([chunk])
        known = {"status": "decided", "source": "human", "by": "ana", "at": "2026-12-01T10:00:00Z"} | more
        line = Judgment(query=query, chunk=chunk.id, grade=grade, text_sha256=sha256_text(chunk.text), **known)
        self.directory.append("judgments.jsonl", [line])

    def copy(self, a: Chunk, b: Chunk) -> None:
        """A pair that says the same."""
        self.directory.add_chunks([a, b])
        sums = {"a_sha256": sha256_text(a.text), "b_sha256": sha256_text(b.text)}
        pair = Copy(a=a.id, b=b.id, jaccard=1, containment=(1, 1), verdict="same", by="goldkit widen", at=AT, **sums)
        self.directory.append("copies.jsonl", [pair])

    def rebase(self, corpus: Iterable[Chunk], **more: Any) -> Rebased:
        """Carried over to a corpus."""
        return rebase(self.directory, corpus, AT, **more)

    @property
    def golden(self) -> GoldenSet:
        """As it folds now."""
        return read_golden(self.directory)

    def labels(self, query: str) -> Mapping[str, int | None]:
        """Chunk → grade of the labels that count."""
        return {chunk: label.grade for chunk, label in self.golden.labels(query).items()}

    def facts(self, query: str) -> list[tuple[tuple[str, ...], float]]:
        """(chunks, share) of each fact."""
        return [(fact.any, round(fact.share, 3)) for fact in self.golden.facts(query)]

    def waiting(self, query: str) -> list[Judgment]:
        """The open proposals of goldkit rebase."""
        lines = [line for line in self.directory.judgments() if line.query == query and line.by == "goldkit rebase"]
        return [line for line in lines if line.reason is None]


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """An empty one."""
    return Library(tmp_path / "golden")


@pytest.fixture
def chunk() -> Callable[..., Chunk]:
    """Makes a chunk with an id like `doc#1`, of that document."""
    return lambda name, text, **more: Chunk(id=name, text=text, **({"doc_id": name.rpartition("#")[0] or None} | more))
