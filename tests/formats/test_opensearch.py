import json

import pytest

from goldkit.errors import DataError
from goldkit.formats.opensearch import read_judgments, read_query_set, write_judgments, write_query_set
from goldkit.formats.options import ReadOptions, WriteOptions
from goldkit.records import Query
from goldkit.results.exported import ExportedQuery, ExportSet

PLAIN = ReadOptions()
LIST = {
    "name": "g",
    "type": "IMPORT_JUDGMENT",
    "judgmentRatings": [
        {"query": "return window", "ratings": [{"docId": "c1", "rating": "1.0"}, {"docId": 7, "rating": "0"}]}
    ],
}


def labels(found):
    return {item.query.text: {label.chunk: label.grade for label in item.labels} for item in found.queries}


@pytest.mark.parametrize(
    "value", [LIST, {"took": 3, "hits": {"total": {"value": 1}, "hits": [{"_id": "x", "_source": LIST}]}}]
)
def test_lists_of_judgments(tmp_path, value):
    (tmp_path / "j.json").write_text(json.dumps(value, indent=1))
    assert labels(read_judgments(tmp_path / "j.json", PLAIN)) == {"return window": {"c1": 1, "7": 0}}


def test_what_a_list_holds_besides_is_counted(tmp_path):
    rating = {"docId": "c1", "rating": "1.0", "by": "ana"}
    value = {
        "name": "n",
        "judgmentRatings": [{"query": "a", "market": "de", "ratings": [rating, rating | {"docId": "c2"}]}],
    }
    (tmp_path / "j.json").write_text(json.dumps(value))
    assert read_judgments(tmp_path / "j.json", PLAIN).losses.fields == {"name": 1, "market": 1, "ratings.by": 2}


def test_what_is_no_list_of_judgments(tmp_path):
    ratings = [{"docId": "c1", "rating": "0.7"}]
    bad = {"judgmentRatings": [{"query": "a", "ratings": ratings}, {"ratings": []}, {"query": "b", "ratings": "x"}, 7]}
    (tmp_path / "j.json").write_text(json.dumps(bad))
    with pytest.raises(DataError) as caught:
        read_judgments(tmp_path / "j.json", PLAIN)
    found = [problem.found.split(" ")[:3] for problem in caught.value.problems]
    assert found == [["in", "entry", str(number)] for number in (1, 2, 3, 4)]
    (tmp_path / "j.json").write_text('{"querySetQueries": []}')
    with pytest.raises(DataError, match="no judgmentRatings in an object"):
        read_judgments(tmp_path / "j.json", PLAIN)


def test_query_sets(tmp_path):
    rows = [{"queryText": "tv"}, {"queryText": "led tv", "referenceAnswer": "yes", "market": "de"}, {"query": "x"}]
    (tmp_path / "q.json").write_text(json.dumps({"name": "n", "sampling": "manual", "querySetQueries": rows[:2]}))
    first, second = (item.query for item in read_query_set(tmp_path / "q.json", PLAIN).queries)
    assert (first.text, second.text, second.answer, second.metadata) == ("tv", "led tv", "yes", {"market": "de"})
    (tmp_path / "q.json").write_text(json.dumps({"querySetQueries": rows}))
    with pytest.raises(DataError, match="in entry 3 null as a text"):
        read_query_set(tmp_path / "q.json", PLAIN)


def test_what_is_written_is_the_body_of_the_requests_and_comes_back(tmp_path):
    one = ExportedQuery(query=Query(id="q", text="why?", answer="so"), grades={"a b": 2, "c": 0}, relevant=("a b",))
    exported = ExportSet(name="core", queries=(one,))
    write_judgments(exported, tmp_path / "j.json", WriteOptions())
    body = json.loads((tmp_path / "j.json").read_text())
    ratings = [{"docId": "a b", "rating": "2.0"}, {"docId": "c", "rating": "0.0"}]
    assert (body["name"], body["type"], body["judgmentRatings"]) == (
        "core",
        "IMPORT_JUDGMENT",
        [{"query": "why?", "ratings": ratings}],
    )
    assert labels(read_judgments(tmp_path / "j.json", PLAIN)) == {"why?": {"a b": 2, "c": 0}}
    write_query_set(exported, tmp_path / "q.json", WriteOptions())
    body = json.loads((tmp_path / "q.json").read_text())
    assert (body["sampling"], body["querySetQueries"]) == ("manual", [{"queryText": "why?", "referenceAnswer": "so"}])
    (item,) = read_query_set(tmp_path / "q.json", PLAIN).queries
    assert (item.query.text, item.query.answer) == ("why?", "so")
