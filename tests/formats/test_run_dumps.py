"""Results as LlamaIndex and LangChain dump them: ids are found where they are, and asked for where they are not."""

import json

import pytest

from goldkit.errors import DataError
from goldkit.formats.ranking import Ranking, ranking_of
from goldkit.sets.runs import read_run

DOCUMENT = {"id": "made-up", "page_content": "a text", "metadata": {"source": "a.md"}, "type": "Document"}


@pytest.mark.parametrize(
    "item",
    [
        {
            "node": {"id_": "c1", "embedding": None, "metadata": {}, "text": "…"},
            "score": 0.8,
            "class_name": "NodeWithScore",
        },
        {"node": {"node_id": "c1", "text": "…"}, "score": 0.8},
        {"node": {"__data__": {"id_": "c1", "text": "…"}, "__type__": "1"}, "score": 0.8},
        {"node": {"id_": "a-uuid", "metadata": {"chunk_id": "c1"}}, "score": 0.8},
        {**DOCUMENT, "metadata": {"chunk_id": "c1"}, "score": 0.8},
        {"document": {**DOCUMENT, "id": "c1"}, "score": 0.8},
        [{**DOCUMENT, "id": None, "metadata": {"id": "c1"}}, 0.8],
        [
            {
                "lc": 1,
                "type": "constructor",
                "id": ["langchain", "Document"],
                "kwargs": {"id": "c1", "page_content": "…"},
            },
            0.8,
        ],
        ["c1", 0.8],
    ],
)
def test_the_id_and_the_score_of_a_result(item):
    assert ranking_of([item]) == Ranking(("c1",), (0.8,), ordered=True)
    assert ranking_of({"response": "an answer", "source_nodes": [item]}) == ranking_of([item])


def test_results_without_scores():
    assert ranking_of([{"node": {"id_": "a"}, "score": None}, {"node": {"id_": "b"}, "score": 1}]).scores is None
    assert ranking_of([{"lc": 1, "kwargs": {"id": "c1"}}]) == Ranking(("c1",), None, ordered=True)


@pytest.mark.parametrize("key", ["results", "documents", "source_nodes", "source_documents", "contexts"])
def test_lines_of_any_framework(tmp_path, key):
    path = tmp_path / "r.jsonl"
    lines = [{"query": "q1", key: [{"node": {"id_": "a"}, "score": 2}], "response": "…"}, {"query": "q2", key: []}]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert read_run(path).rankings == {"q1": ("a",), "q2": ()}


def test_documents_without_ids_are_refused_with_the_reason(tmp_path):
    path = tmp_path / "r"
    nameless = {**DOCUMENT, "id": None}
    for text in (json.dumps({"q1": [nameless]}), json.dumps({"query": "q1", "documents": [nameless]}) + "\n{}\n"):
        path.write_text(text)
        with pytest.raises(DataError) as caught:
            read_run(path)
        assert "a result without an id (keys: id, page_content, metadata, type)" in str(caught.value)
        assert "retrieval is graded on chunk ids" in str(caught.value)


@pytest.mark.parametrize("value", [[["a", 1, 2]], [["a", "b"]], [[1.5, 2]], [{"node": 5}], [[]]])
def test_what_is_no_result(value):
    with pytest.raises(ValueError, match=r"as a result|as a score|as an id|without an id|as results"):
        ranking_of(value)


def test_a_chunk_may_be_called_like_a_list():
    assert ranking_of({"results": 0.5, "nodes": 1}) == Ranking(("results", "nodes"), (0.5, 1.0), ordered=False)
