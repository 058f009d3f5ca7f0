"""What was pooled for a frozen set is judged like anything else, and nothing else of that set is shown."""

from __future__ import annotations

import json

import pytest

from goldkit.records import Judgment, SplitLine
from goldkit.review.apply import apply_verdicts
from goldkit.review.session import Session

AT = "2026-12-01T10:00:00Z"
NOW = "2026-12-02T00:00:00Z"


def pooled(query: str, chunk: str, **metadata: str) -> Judgment:
    return Judgment(
        query=query,
        chunk=chunk,
        grade=None,
        status="proposed",
        source="pool",
        by="goldkit pool",
        at=AT,
        metadata=metadata,
    )


@pytest.fixture
def frozen(golden):
    """`hot` is in core, with one chunk pooled for core, one for a version of it and one from before the freeze."""
    golden.append("split.jsonl", [SplitLine(query="hot", at=AT, why="freeze core", side="core")])
    golden.append("split.jsonl", [SplitLine(query="mix", at=AT, why="freeze core", side="embargoed")])
    lines = [pooled("hot", "clay", set="core"), pooled("hot", "oven.md", set="core-2"), pooled("hot", "窯/手順")]
    golden.append("judgments.jsonl", [*lines, pooled("mix", "clay", set="core")])
    return golden


def offered(session: Session) -> list[tuple[str, str]]:
    return [(item.query.id, item.chunk) for item in session.queue()]


def test_of_a_frozen_query_only_what_was_pooled_since_is_offered(frozen):
    assert offered(Session(frozen, "ana", lambda: NOW)) == [
        ("hot", "oven.md"),
        ("hot", "clay"),
        ("rest", "clay"),
        ("rest", "kiln#1"),
    ]


def test_a_verdict_brings_up_nothing_else_and_can_be_taken_back(frozen):
    session = Session(frozen, "ana", lambda: NOW)
    session.key("3", session.next())
    assert offered(session) == [("hot", "clay"), ("rest", "clay"), ("rest", "kiln#1")]
    assert session.progress().done == 1
    assert session.undo().chunk == "oven.md"
    assert offered(session)[0] == ("hot", "oven.md")


def test_a_verdict_from_before_the_freeze_is_neither_counted_nor_taken_back(frozen):
    earlier = {"grade": 3, "status": "decided", "source": "human", "by": "ana", "at": AT}
    frozen.append("judgments.jsonl", [Judgment(query="hot", chunk="kiln#1", **earlier)])
    session = Session(frozen, "ana", lambda: NOW)
    assert session.progress().done == 0
    assert session.undo() is None


def test_a_recorded_verdict_is_taken_on_any_chunk_and_counted_apart(frozen, tmp_path):
    path = tmp_path / "verdicts.jsonl"
    lines = [{"query": "hot", "chunk": "clay", "grade": 0}, {"query": "hot", "chunk": "窯/手順", "grade": 3}]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    found = apply_verdicts(frozen, path, "ana", NOW)
    assert (found.applied, found.held_out) == (2, {"core": 2})
    assert apply_verdicts(frozen, path, "ana", NOW).held_out == {}
