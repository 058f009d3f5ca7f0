import ast
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from goldkit.errors import DataError
from goldkit.formats.deepeval import read_deepeval, write_deepeval
from goldkit.formats.options import ReadOptions, WriteOptions
from goldkit.records import Chunk, Query
from goldkit.results.exported import ExportedQuery, ExportSet

PLAIN = ReadOptions()
GOLDEN = {
    "input": "how long can I return it?",
    "actual_output": None,
    "expected_output": "30 days",
    "context": ["Refund window is 30 days.", "second"],
    "source_file": "a.md",
}
CAMEL = {"input": GOLDEN["input"], "expectedOutput": "30 days", "context": GOLDEN["context"], "sourceFile": "a.md"}
CSV = (
    "input,actual_output,expected_output,context,source_file\n"
    "how long can I return it?,,30 days,Refund window is 30 days.|second,a.md\n"
)


@pytest.mark.parametrize(
    "text",
    [
        json.dumps([GOLDEN], indent=1),
        json.dumps([GOLDEN]),
        json.dumps(GOLDEN) + "\n" + json.dumps(GOLDEN | {"input": "more?"}),
        json.dumps([CAMEL]),
        json.dumps(GOLDEN | {"context": "|".join(GOLDEN["context"]), "tools_called": []}),
        json.dumps({"goldens": [CAMEL]}),
        CSV,
    ],
)
def test_goldens(tmp_path, text):
    (tmp_path / "g").write_text(text)
    item = read_deepeval(tmp_path / "g", PLAIN).queries[0]
    assert (item.query.text, item.query.answer) == (GOLDEN["input"], "30 days")
    assert [(label.chunk, label.text) for label in item.labels] == [("", text) for text in GOLDEN["context"]]
    assert item.query.metadata == {"source_file": "a.md"}


def test_what_an_application_said_is_counted(tmp_path):
    row = GOLDEN | {"actual_output": "x", "retrieval_context": ["y"], "tools_called": []}
    (tmp_path / "g").write_text(json.dumps([row], indent=1))
    assert read_deepeval(tmp_path / "g", PLAIN).losses.fields == {"actual_output": 1, "retrieval_context": 1}


def test_every_bad_golden(tmp_path):
    rows = [GOLDEN, {"scenario": "a talk", "turns": []}, {"question": "x"}, GOLDEN | {"context": 7}, 7]
    (tmp_path / "g").write_text("\n".join(map(json.dumps, rows)))
    with pytest.raises(DataError) as caught:
        read_deepeval(tmp_path / "g", PLAIN)
    assert [problem.line for problem in caught.value.problems] == [2, 3, 4, 5]
    (tmp_path / "g").write_text("input,additional_metadata\nwhy?,open('x')\nhow?,{'a': 1}\nwho?,{\n")
    with pytest.raises(DataError) as caught:
        read_deepeval(tmp_path / "g", PLAIN)
    assert [problem.line for problem in caught.value.problems] == [2, 4]


@settings(deadline=None, max_examples=45, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), suffix=st.sampled_from(["json", "jsonl", "csv"]))
def test_goldens_come_back(data, suffix, labelled_sets, said, tmp_path_factory):
    exported = data.draw(labelled_sets(answer=st.none() | st.just("-30 days"), metadata=st.just({"team": "x"})))
    path = tmp_path_factory.mktemp("deepeval") / f"g.{suffix}"
    write_deepeval(exported, path, WriteOptions())
    assert said(read_deepeval(path, PLAIN)) == [(one.query, one.relevant) for one in exported.queries]


def test_the_columns_are_those_that_deepeval_reads(tmp_path):
    import pandas

    texts = {"c 1": Chunk(id="c 1", text="one"), "c2": Chunk(id="c2", text="two | three")}
    query = Query(id="q", text="=why?", answer="so", metadata={"source_file": "a.md", "team": "x"})
    one = ExportedQuery(query=query, grades=dict.fromkeys(texts, 1), relevant=tuple(texts))
    exported = ExportSet(name="s", queries=(one,), texts=texts)
    written = write_deepeval(exported, tmp_path / "g.csv", WriteOptions())
    (row,) = pandas.read_csv(tmp_path / "g.csv").astype(object).to_dict("records")
    assert (row["input"], row["expected_output"], row["source_file"]) == (" =why?", "so", "a.md")
    assert row["context"].split("|") == ["one", "two ", " three"]
    assert ast.literal_eval(row["additional_metadata"]) == {"team": "x", "query_id": "q", "chunk_ids": ["c 1", "c2"]}
    assert written.notes[0].startswith("1 text with `|` in it") and written.notes[1].startswith("1 cell with a space")
    write_deepeval(exported, tmp_path / "g.json", WriteOptions())
    (golden,) = json.loads((tmp_path / "g.json").read_text())
    assert golden == {
        "input": "=why?",
        "actual_output": None,
        "expected_output": "so",
        "context": ["one", "two | three"],
        "source_file": "a.md",
        "additional_metadata": {"team": "x", "query_id": "q", "chunk_ids": ["c 1", "c2"]},
    }
