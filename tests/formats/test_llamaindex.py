import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from goldkit.errors import DataError
from goldkit.formats.llamaindex import read_examples, read_pairs, write_examples, write_pairs
from goldkit.formats.options import ReadOptions, WriteOptions

PLAIN = ReadOptions()
EXAMPLE = {
    "query": "how long can I return it?",
    "query_by": {"model_name": "gpt-4o", "type": "ai"},
    "reference_contexts": ["Refund window is 30 days."],
    "reference_answer": "30 days",
    "reference_answer_by": {"model_name": "", "type": "human"},
}


def test_pairs(tmp_path):
    value = {
        "queries": {"q1": "how long can I return it?", "q2": "unlabelled?"},
        "corpus": {"c1": "Refund window is 30 days.", "c2": "else"},
        "relevant_docs": {"q1": ["c1"]},
        "mode": "text",
    }
    (tmp_path / "p.json").write_text(json.dumps(value, indent=4))
    found = read_pairs(tmp_path / "p.json", PLAIN)
    (item,) = found.queries
    assert (item.query.id, item.query.text, [label.chunk for label in item.labels]) == (
        "q1",
        value["queries"]["q1"],
        ["c1"],
    )
    assert {chunk.id: chunk.text for chunk in found.chunks} == {"c1": "Refund window is 30 days."}
    assert found.losses.left_out == {"queries without a judgment": 1}


@pytest.mark.parametrize(
    "value, found",
    [
        ({"queries": {}, "corpus": {}}, "no queries or corpus or relevant_docs in an object"),
        ([], "in a list"),
        ({"queries": {}, "corpus": {}, "relevant_docs": {"q": ["c"]}}, "in relevant_docs of 'q' no text"),
        ({"queries": {"q": "why?"}, "corpus": {}, "relevant_docs": {"q": "c"}}, "'c' as chunk ids"),
        (
            {"queries": {"q": "why?"}, "corpus": {"c": 7}, "relevant_docs": {"q": ["c"]}},
            "the number 7 as the text of the chunk 'c'",
        ),
        ({"queries": {}, "corpus": {}, "relevant_docs": {}}, "no samples"),
    ],
)
def test_what_is_no_dataset_of_pairs(tmp_path, value, found):
    (tmp_path / "p.json").write_text(json.dumps(value))
    with pytest.raises(DataError, match=found):
        read_pairs(tmp_path / "p.json", PLAIN)


@pytest.mark.parametrize("indent", [None, 4])
def test_examples(tmp_path, indent):
    rows = {"examples": [EXAMPLE, EXAMPLE | {"query": "who?", "reference_contexts": None}]}
    (tmp_path / "e.json").write_text(json.dumps(rows, indent=indent))
    first, second = read_examples(tmp_path / "e.json", PLAIN).queries
    assert [(label.chunk, label.text) for label in first.labels] == [("", "Refund window is 30 days.")]
    assert (first.query.answer, second.labels) == ("30 days", ())
    assert first.query.metadata == {name: EXAMPLE[name] for name in ("query_by", "reference_answer_by")}
    rows["examples"] += [{"question": "x"}, {"query": " "}]
    (tmp_path / "e.json").write_text(json.dumps(rows, indent=indent))
    with pytest.raises(DataError, match=r"in entry 3 no query \(keys: question\)(.|\n)*in entry 4 a blank question"):
        read_examples(tmp_path / "e.json", PLAIN)


@settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_pairs_come_back_and_are_what_the_class_takes(data, labelled_sets, said, tmp_path_factory):
    exported = data.draw(labelled_sets())
    path = tmp_path_factory.mktemp("pairs") / "p.json"
    write_pairs(exported, path, WriteOptions())
    found = read_pairs(path, PLAIN)
    key = lambda pair: pair[0].id  # noqa: E731
    assert sorted(said(found), key=key) == sorted(((one.query, one.relevant) for one in exported.queries), key=key)
    value = json.loads(path.read_text())
    assert value.keys() == {"queries", "corpus", "relevant_docs", "mode"} and value["mode"] == "text"
    assert all(chunk in value["corpus"] for own in value["relevant_docs"].values() for chunk in own)
    assert value["queries"].keys() == value["relevant_docs"].keys()


@settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_examples_come_back_and_are_what_the_class_takes(data, labelled_sets, said, tmp_path_factory):
    exported = data.draw(labelled_sets(answer=st.none() | st.just("30 days")))
    path = tmp_path_factory.mktemp("examples") / "e.json"
    write_examples(exported, path, WriteOptions())
    assert said(read_examples(path, PLAIN)) == [(one.query, one.relevant) for one in exported.queries]
    for row in json.loads(path.read_text())["examples"]:
        assert isinstance(row["query"], str) and isinstance(row["reference_answer"], str)
        assert row["reference_contexts"] == [f"text of {name}" for name in row["reference_node_id"]]
