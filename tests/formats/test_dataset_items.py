"""Items of LangSmith's and Langfuse's datasets."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from goldkit.errors import DataError
from goldkit.formats.langfuse import read_langfuse, write_langfuse
from goldkit.formats.langsmith import read_langsmith, write_langsmith
from goldkit.formats.options import ReadOptions, WriteOptions

PLAIN = ReadOptions()
SMITH = {
    "id": "0b1e",
    "inputs": {"question": "how long?", "tenant": "x"},
    "outputs": {"answer": "30 days", "relevant": ["c1", {"id": "c 2"}], "tool": "t"},
    "metadata": {"query_id": "q1", "team": "y"},
    "dataset_id": "d",
}
FUSE = {
    "id": "d1",
    "status": "ACTIVE",
    "input": {"query": "how long?"},
    "expectedOutput": {"relevant": {"c1": 2, "c 2": 0}},
    "metadata": None,
    "datasetName": "golden",
}


def one(read, path):
    (item,) = read(path, PLAIN).queries
    return item.query, {label.chunk: label.grade for label in item.labels}


@pytest.mark.parametrize("text", [json.dumps([SMITH], indent=1), json.dumps(SMITH), json.dumps({"examples": [SMITH]})])
def test_examples(tmp_path, text):
    (tmp_path / "e").write_text(text)
    query, labels = one(read_langsmith, tmp_path / "e")
    assert (query.id, query.text, query.answer, query.metadata) == (
        "q1",
        "how long?",
        "30 days",
        {"team": "y", "tenant": "x"},
    )
    assert labels == {"c1": None, "c 2": None}
    assert read_langsmith(tmp_path / "e", PLAIN).losses.fields == {"outputs.tool": 1, "id": 1, "dataset_id": 1}


@pytest.mark.parametrize(
    "inputs, outputs, question, labels",
    [
        ({"x": "why?"}, {"documents": [{"page_content": "t", "metadata": {"id": "c1"}}]}, "why?", {"c1": None}),
        ({"user_input": "why?", "x": "y"}, {"doc_ids": "c1"}, "why?", {"c1": None}),
        ("why?", "just an answer", "why?", {}),
        ({"query": "why?"}, {"expected_retrieved_context": [{"doc_uri": "c1"}]}, "why?", {"c1": None}),
        ({"query": "why?"}, None, "why?", {}),
    ],
)
def test_where_an_application_may_keep_things(tmp_path, inputs, outputs, question, labels):
    (tmp_path / "e").write_text(json.dumps({"inputs": inputs, "outputs": outputs}))
    query, found = one(read_langsmith, tmp_path / "e")
    assert (query.text, found) == (question, labels)


def test_what_would_be_a_guess_is_refused(tmp_path):
    rows = [{"inputs": {"a": "x", "b": "y"}}, {"inputs": None}, {"inputs": {"query": " "}}, 7]
    (tmp_path / "e").write_text("\n".join(map(json.dumps, rows)))
    with pytest.raises(DataError) as caught:
        read_langsmith(tmp_path / "e", PLAIN)
    assert [problem.line for problem in caught.value.problems] == [1, 2, 3, 4]
    assert "no question in the input (keys: a, b)" in str(caught.value)


@pytest.mark.parametrize(
    "text", [json.dumps({"data": [FUSE], "meta": {}}, indent=1), json.dumps(FUSE), json.dumps([FUSE])]
)
def test_items(tmp_path, text):
    (tmp_path / "i").write_text(text)
    query, labels = one(read_langfuse, tmp_path / "i")
    assert (query.id, query.text, labels) == ("d1", "how long?", {"c1": 2, "c 2": 0})


def test_archived_items_and_the_names_of_the_client(tmp_path):
    snake = {"id": "d2", "input": "why?", "expected_output": {"chunk_ids": ["c1"]}, "metadata": {"a": 1}}
    (tmp_path / "i").write_text("\n".join(map(json.dumps, [FUSE | {"status": "ARCHIVED"}, snake])))
    found = read_langfuse(tmp_path / "i", PLAIN)
    (item,) = found.queries
    assert (item.query.text, item.query.metadata, item.labels[0].chunk) == ("why?", {"a": 1}, "c1")
    assert found.losses.left_out == {"archived items": 1}


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), suffix=st.sampled_from(["json", "jsonl"]))
def test_what_is_written_comes_back_and_fits_the_upload(data, suffix, labelled_sets, tmp_path_factory):
    exported = data.draw(labelled_sets(answer=st.none() | st.just("30"), metadata=st.just({"team": "x"})))
    folder = tmp_path_factory.mktemp("items")
    wanted = [(item.query, item.grades) for item in exported.queries]
    for name, write, read in (("s", write_langsmith, read_langsmith), ("f", write_langfuse, read_langfuse)):
        path = folder / f"{name}.{suffix}"
        write(exported, path, WriteOptions())
        found = read(path, PLAIN).queries
        assert [(item.query, {label.chunk: label.grade for label in item.labels}) for item in found] == wanted
    text = (folder / f"s.{suffix}").read_text()
    examples = json.loads(text) if suffix == "json" else [json.loads(line) for line in text.split("\n")[:-1]]
    assert all(row.keys() == {"inputs", "outputs", "metadata"} for row in examples)
    assert all(isinstance(part, dict) for row in examples for part in row.values())
    items = [json.loads(line) for line in (folder / f"f.{suffix}").read_text().split("\n")[:-1]]
    assert all({"datasetName", "input", "expectedOutput", "metadata", "id"} == row.keys() for row in items)
