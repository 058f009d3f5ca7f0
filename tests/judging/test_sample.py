"""The pairs that a model is compared on: drawn by lot, of whole questions where runs are compared, and never after the fact."""

import pytest

from goldkit.judging.choose import sample, texts_for
from goldkit.records import Chunk, Judgment, Query
from goldkit.sets.golden import read_golden
from goldkit.sets.model_judges import model_grades
from goldkit.store.golden import GoldenDirectory


@pytest.fixture
def directory(tmp_path):
    """30 questions with 1 to 5 decided chunks each, 90 in all."""
    directory = GoldenDirectory(tmp_path / "golden")
    directory.create()
    directory.add_chunks([Chunk(id=f"c{at}", text=f"Text {at}.") for at in range(5)])
    directory.rewrite_queries(lambda _: [Query(id=f"q{at:02}", text=f"Which is {at}?") for at in range(30)])
    lines = [(f"q{at:02}", f"c{chunk}") for at in range(30) for chunk in range(1 + at % 5)]
    directory.append("judgments.jsonl", [said(*line) for line in lines])
    return directory


def said(query, chunk, **changes):
    made = {"grade": 2, "status": "decided", "source": "human", "by": "ana", "at": "2026-12-01T10:00:00Z"}
    return Judgment(query=query, chunk=chunk, **(made | changes))


def drawn(directory, n, seed=0, whole=False):
    golden = read_golden(directory)
    grades = model_grades(directory.judgments())
    found = sample(golden, grades, texts_for(golden, ()), "m", n, seed, whole)
    return [tuple(pair.key) for pair in found.drawn]


def test_a_larger_sample_begins_with_the_smaller_one(directory):
    assert drawn(directory, 20) == drawn(directory, 60)[:20]
    assert drawn(directory, 20) != drawn(directory, 20, seed=1)
    assert len(set(drawn(directory, 1000))) == 90
    assert drawn(directory, 0) == drawn(directory, 0, whole=True) == []


def test_whole_questions_are_drawn_with_all_their_pairs(directory):
    found = drawn(directory, 40, whole=True)
    assert 35 < len(found) <= 40
    for query in {query for query, _ in found}:
        assert sum(name == query for name, _ in found) == 1 + int(query[1:]) % 5
    assert len(drawn(directory, 1000, whole=True)) == 90
    assert len({query for query, _ in drawn(directory, 1, whole=True)}) == 1


def test_what_people_decided_after_the_model_is_never_drawn(directory):
    early = {"status": "proposed", "source": "llm", "by": "m", "at": "2026-11-30T10:00:00Z"}
    directory.append("judgments.jsonl", [said("q00", "c0", **early), said("q01", "c0", **early | {"by": "other"})])
    found = drawn(directory, 1000)
    assert ("q00", "c0") not in found
    assert ("q01", "c0") in found
    assert len(found) == 89
