"""The questions of every kind of set, alone."""

import json

import pytest

from goldkit.errors import DataError, UsageError
from goldkit.files import canonical
from goldkit.sets.questions import Question, questions_of


@pytest.fixture
def golden(tmp_path):
    """A golden directory: two queries in dev, one set aside, one embargoed."""
    folder = tmp_path / "golden"
    folder.mkdir()
    queries = [
        {"id": "q2", "text": "warum?", "input": {"lang": "de"}, "context": "davor"},
        {"id": "q1", "text": "why?"},
        {"id": "q3", "text": "hello", "aside": "junk"},
        {"id": "q4", "text": "tied"},
    ]
    split = [{"query": "q4", "side": "embargoed", "at": "2026-12-01T10:00:00Z", "why": "freeze"}]
    (folder / "goldkit.json").write_text('{"format":1,"k":7}')
    (folder / "queries.jsonl").write_bytes(b"".join(map(canonical.line, queries)))
    (folder / "split.jsonl").write_bytes(b"".join(map(canonical.line, split)))
    return folder


def test_dev_is_asked_whole_and_sorted(golden):
    found = questions_of("dev", golden)
    assert found.questions == (
        Question(id="q1", text="why?"),
        Question(id="q2", text="warum?", input={"lang": "de"}, context="davor"),
    )
    assert (found.name, found.k, found.digest) == ("dev", 7, None)
    assert questions_of(str(golden), golden) == found


def test_the_fingerprint_is_of_what_is_asked(golden):
    before = questions_of("dev", golden).fingerprint
    path = golden / "queries.jsonl"
    path.write_text(path.read_text().replace('"why?"', '"why?","tags":["vague"]'))
    assert questions_of("dev", golden).fingerprint == before
    path.write_text(path.read_text().replace('"lang":"de"', '"lang":"fr"'))
    assert questions_of("dev", golden).fingerprint != before


def test_a_set_of_ids_needs_the_texts(tmp_path):
    gold = tmp_path / "gold.json"
    gold.write_text(json.dumps({"b": ["c1"], "a": ["c2"]}))
    texts = tmp_path / "texts.tsv"
    texts.write_text("a\twhy?\nz\tnever judged\n")
    with pytest.raises(DataError, match=r"no text for 2 of 2 queries.*--queries FILE"):
        questions_of(str(gold), tmp_path / "golden")
    with pytest.raises(DataError, match=r"texts.tsv: found no text for 1 of 2 queries"):
        questions_of(str(gold), tmp_path / "golden", texts)
    texts.write_text("a\twhy?\nb\thow?\n")
    found = questions_of(str(gold), tmp_path / "golden", texts)
    assert found.questions == (Question(id="a", text="why?"), Question(id="b", text="how?"))
    assert found.name == "gold"


def test_texts_are_not_given_to_a_set_that_has_them(golden, tmp_path):
    with pytest.raises(UsageError, match="--queries is for sets of other tools"):
        questions_of("dev", golden, tmp_path / "texts.tsv")


def test_an_empty_dev_is_said(golden):
    (golden / "queries.jsonl").write_text("")
    with pytest.raises(DataError, match="no question in `dev`"):
        questions_of("dev", golden)


def test_beir_brings_its_own_texts(real_data):
    found = questions_of(str(real_data / "cranfield" / "beir"), real_data)
    assert len(found.questions) > 100
    assert all(question.text for question in found.questions)
