"""A small golden directory to review: three questions, six chunks, a differing copy."""

from __future__ import annotations

import importlib.util
import itertools
from pathlib import Path

import pytest

from goldkit.files.canonical import sha256_text
from goldkit.records import Chunk, Copy, Judgment, Query
from goldkit.review.library import Library
from goldkit.review.screen import Size
from goldkit.review.session import Session
from goldkit.review.sitting import Sitting
from goldkit.review.terminal import review_in_terminal
from goldkit.store.golden import GoldenDirectory

AT = "2026-12-01T10:00:00Z"
TEXTS = {
    "kiln#1": "The kiln is lit at 6 h and reaches 900 degrees after 3 h.",
    "kiln#2": "The kiln is lit at 6 h and reaches 950 degrees after 3 h.",
    "glaze": "Glaze is mixed with rain water.",
    "窯/手順": "窯は朝六時に点火します。" * 12,
    "oven.md": "\n".join(f"step {number}: turn the handle {number} times" for number in range(1, 60)),
    "clay": "Clay rests for two days.",
}
QUERIES = (
    Query(id="hot", text="how hot does the kiln get?", origin="log", weight=9.0),
    Query(id="mix", text="what is glaze mixed with", origin="log", weight=2.0, context="how hot does the kiln get?"),
    Query(id="rest", text="how long does clay rest", origin="synthetic", answer="two days"),
)


def proposal(query: str, chunk: str, priority: float | None = None, **fields: object) -> Judgment:
    """One ungraded line of a miner."""
    values = {"grade": None, "status": "proposed", "source": "log", "by": "goldkit mine", "at": AT, "batch": "b1"}
    return Judgment(query=query, chunk=chunk, priority=priority, **values | fields)


PROPOSALS = (
    proposal("hot", "kiln#1", 0.9, evidence={"cited": 3, "shown": 9, "best_rank": 1}),
    proposal("hot", "glaze", 0.2, evidence={"shown": 4, "best_rank": 3}),
    proposal("hot", "oven.md", 0.4),
    proposal("mix", "glaze", 0.5, evidence={"clicked": 1}),
    proposal("mix", "窯/手順", 0.5),
    proposal("rest", "clay"),
    proposal("rest", "kiln#1", source="pool", by="goldkit pool", metadata={"runs": ["dense-secret"]}),
)
DIFFERS = Copy(
    a="kiln#1", b="kiln#2", jaccard=0.9, containment=(0.95, 0.95), verdict="differs", by="goldkit widen", at=AT,
    differs=(("900", "950"),), rule="number",
)  # fmt: skip


@pytest.fixture
def golden(tmp_path: Path) -> GoldenDirectory:
    directory = GoldenDirectory(tmp_path / "golden")
    directory.create()
    directory.rewrite_queries(lambda _: QUERIES)
    directory.add_chunks(Chunk(id=name, text=text, sha256=sha256_text(text)) for name, text in TEXTS.items())
    directory.append("judgments.jsonl", PROPOSALS)
    directory.append("copies.jsonl", [DIFFERS])
    return directory


@pytest.fixture
def opened(golden):
    """opened(**options) → the page of `golden`, or of another directory, served until the test is over."""
    path = Path(__file__).with_name("served.py")
    spec = importlib.util.spec_from_file_location("served", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    pages = []

    def opened(where=None, **options):
        pages.append(module.Page(where or golden, **options))
        return pages[-1]

    yield opened
    for page in pages:
        page.end()


TERMINAL = Size(80, 24)


class Person:
    """Presses the keys of a list and types its lines, then leaves; keeps all that was shown and asked."""

    def __init__(self, keys, lines, size):
        self.keys, self.lines, self._size = itertools.chain(" ", keys), iter(lines), size
        self.screens, self.asked = [], []

    def key(self):
        return next(self.keys, None)

    def line(self, prompt, start=""):
        self.asked.append((prompt, start))
        return next(self.lines, None)

    def show(self, lines):
        self.screens.append("\n".join(line.text for line in lines))

    def size(self):
        return self._size


@pytest.fixture
def sitting(golden):
    """sitting(keys, lines) → the Person who pressed and typed them at a terminal of 80 by 24; the first key starts the queue."""

    def sit(keys, lines=(), judge="ana", corpus=(), size=TERMINAL, **options):
        person = Person(keys, lines, size)
        library = Library(corpus)
        session = Session(golden, judge, lambda: "2026-12-02T00:00:00Z", library.chunks(), Sitting(**options))
        person.done = review_in_terminal(session, person, library)
        return person

    return sit
