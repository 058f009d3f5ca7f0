"""Two sets that differ in nothing but whose grades they hold."""

import pytest

from goldkit.records import Copy, Judgment, Query
from goldkit.sets.golden import read_golden
from goldkit.sets.model_judges import both_graded, model_grades
from goldkit.sets.two_sets import of_whole_queries, two_sets
from goldkit.store.golden import GoldenDirectory


def line(query, chunk, grade, by="ana", at="2026-12-01T10:00:00Z"):
    kind = {"status": "decided", "source": "human"} if by == "ana" else {"status": "proposed", "source": "llm"}
    return Judgment(query=query, chunk=chunk, grade=grade, by=by, at=at, text_sha256=chunk, **kind)


@pytest.fixture
def read(tmp_path):
    """The folded set, and the pairs that both graded: of q1 all, of q2 one of two."""
    directory = GoldenDirectory(tmp_path / "golden")
    directory.create()
    directory.rewrite_queries(lambda _: [Query(id=name, text=f"{name}?") for name in ("q1", "q2")])
    people = [line("q1", "a", 3), line("q1", "b", 0), line("q2", "a", 3), line("q2", "b", 2)]
    model = [line("q1", "a", 1, "m"), line("q1", "b", 2, "m"), line("q2", "a", 3, "m"), line("q1", "z", 3, "m")]
    directory.append("judgments.jsonl", people + model)
    same = {"jaccard": 1.0, "containment": (1.0, 1.0), "verdict": "same", "by": "goldkit widen"}
    copy = Copy(a="a", b="a2", a_sha256="a", b_sha256="a2", at="2026-12-01T10:00:00Z", **same)
    directory.append("copies.jsonl", [copy])
    golden = read_golden(directory)
    return golden, both_graded(golden, model_grades(directory.judgments()), "m")


def test_a_query_that_is_known_in_part_is_left_out(read):
    golden, both = read
    assert [(pair.query, pair.chunk) for pair in both] == [("q1", "a"), ("q1", "b"), ("q2", "a")]
    assert [(pair.query, pair.chunk) for pair in of_whole_queries(golden, both)] == [("q1", "a"), ("q1", "b")]


def test_only_the_grades_differ_and_copies_follow_their_chunk(read):
    golden, both = read
    people, model = two_sets(golden, of_whole_queries(golden, both))
    grades = [{chunk: label.grade for chunk, label in one.queries[0].labels.items()} for one in (people, model)]
    assert grades == [{"a": 3, "a2": 3, "b": 0}, {"a": 1, "a2": 1, "b": 2}]
    assert [fact.any for fact in people.queries[0].facts] == [("a", "a2")]
    assert [fact.any for fact in model.queries[0].facts] == [("b",)]
