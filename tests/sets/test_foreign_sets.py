import gzip
import json
import os
from pathlib import Path

import pytest
import zstandard

from goldkit.errors import DataError, UsageError
from goldkit.records import Fact, Scale
from goldkit.sets.foreign import load_foreign

HEADER = "query-id\tcorpus-id\tscore\n"


def beir(folder: Path, **splits: str) -> Path:
    (folder / "qrels").mkdir()
    (folder / "queries.jsonl").write_text('{"_id":"q 1","text":"why?"}\n{"_id":2,"text":"how?","metadata":{"x":1}}\n')
    for name, text in splits.items():
        (folder / "qrels" / f"{name}.tsv").write_text(text)
    return folder


def grades(path: Path, **options) -> dict[str, dict[str, int | None]]:
    found = load_foreign(path, **options)
    return {query.id: {chunk: label.grade for chunk, label in query.labels.items()} for query in found.queries}


def refused(path: Path) -> str:
    with pytest.raises(DataError) as caught:
        load_foreign(path)
    return str(caught.value)


def test_beir_folder(tmp_path):
    found = load_foreign(beir(tmp_path, test=HEADER + "q 1\tmy doc\t1.0\nq 1\ta/b#1\t2\n2\tmy doc\t0\r\n"))
    assert (found.name, found.scale, found.frozen, found.digest) == (
        tmp_path.name,
        Scale(max=2, relevant_from=1),
        False,
        None,
    )
    second, first = found.queries
    assert (first.id, first.text, first.origin, first.block) == ("q 1", "why?", "import", "q 1")
    assert first.facts == (Fact(any=("a/b#1",)), Fact(any=("my doc",)))
    assert {chunk: (label.grade, label.status) for chunk, label in first.labels.items()} == {
        "my doc": (1, "decided"),
        "a/b#1": (2, "decided"),
    }
    assert (second.id, second.facts, second.labels["my doc"].grade) == ("2", (), 0)


def test_beir_splits(tmp_path):
    folder = beir(tmp_path, dev=HEADER + "2\td\t1\n", train=HEADER + "2\tt\t1\n")
    with pytest.raises(UsageError, match="several splits and no `test` among them; there are dev, train"):
        load_foreign(folder)
    with pytest.raises(UsageError, match="no split 'x'; there are dev, train"):
        load_foreign(folder, "x")
    assert grades(folder, split="dev") == {"2": {"d": 1}}
    (folder / "qrels" / "test.tsv").write_text("2\te\t1\n")
    assert grades(folder) == {"2": {"e": 1}}
    one = load_foreign(folder / "qrels" / "train.tsv")
    assert (one.name, one.queries[0].text) == ("train", "how?")


def test_beir_without_texts_and_without_header(tmp_path):
    path = tmp_path / "x.tsv"
    path.write_text("\ufeffq\tc\t1\n")
    assert grades(path) == {"q": {"c": 1}}


def test_beir_tells_every_bad_line(tmp_path):
    lines = [
        "q\tc\t0.5",
        "q\tc",
        "q c 1",
        "q\t\t1",
        "q\tc\tx",
        "q\td\t1",
        "q\td\t1.0",
        "q\td\t2",
        "q\te\t1\t5",
        "q\tf\tnan",
        "q\tf\t1e308",
        "q\tf\t1_0",
    ]
    folder = beir(tmp_path, test=HEADER + "\n".join(lines))
    with pytest.raises(DataError) as caught:
        load_foreign(folder)
    assert [problem.line for problem in caught.value.problems] == [2, 3, 4, 5, 6, 9, 10, 11, 12, 13]
    assert "('q', 'd') with grade 2 here and 1 before, first on line 7" in str(caught.value)


def test_columns_in_another_order_are_refused(tmp_path):
    assert "order corpus-id, query-id, score" in refused(beir(tmp_path, test="corpus-id\tquery-id\tscore\nc\tq\t1\n"))


def test_trec_qrels(tmp_path):
    path = tmp_path / "x.qrels.gz"
    path.write_bytes(gzip.compress(b"q1 0 c1 2\nq1\t0\tmy doc\t-2\n\n#2 0 c1 0\r\nq1 0 c1 2\n"))
    assert grades(path) == {"q1": {"c1": 2, "my doc": -2}, "#2": {"c1": 0}}
    assert load_foreign(path).queries[1].facts == (Fact(any=("c1",)),)


def test_trec_tells_every_bad_line(tmp_path):
    path = tmp_path / "x"
    lines = [
        b"q 0 c 1",
        b"q 0 c 2",
        b"q 0 d 1.0",
        b"q 0 d 0.5",
        b"q 0 my doc 1",
        b"q Q0 c 1 2 t",
        b"q 0 c yes",
        b"q 0 \xff 1",
        b"q 0 e " + b"9" * 400,
        b"q 0 e " + b"9" * 5000,
        b"q 0 e 1_0",
    ]
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(DataError) as caught:
        load_foreign(path)
    message = str(caught.value)
    assert [problem.line for problem in caught.value.problems] == list(range(2, 12))
    assert "first on line 1" in message
    assert "looks like a run" in message


def test_json_mapping(tmp_path):
    path = tmp_path / "x.json"
    path.write_text(json.dumps({"q1": ["a/b#1", 7, 7, "é"], "q2": {"c": 3, "d": 0}, "q3": []}))
    found = load_foreign(path)
    assert found.scale == Scale(max=3, relevant_from=1)
    assert grades(path) == {"q1": {"a/b#1": 1, "7": 1, "é": 1}, "q2": {"c": 3, "d": 0}, "q3": {}}
    path.write_text(
        json.dumps(
            {"q1": "a", "q2": [{"id": "a"}], "q3": {"a": 0.5}, "q4": [["a"]], "q5": {"a": None}, "q6": {"a": 10**20}}
        )
    )
    assert refused(path).count("for the query") == 6


@pytest.mark.parametrize("content", [b"", b"\n", b"{}", b"[]", b"\x00\x01", b"PAR1", b"5", b"a b c d", b"null"])
def test_what_holds_no_set(tmp_path, content):
    path = tmp_path / "x"
    path.write_bytes(content)
    assert str(path) in refused(path)


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress])
def test_truncated(tmp_path, pack):
    path = tmp_path / "x"
    path.write_bytes(pack(b"".join(b"q 0 %s 1\n" % os.urandom(9).hex().encode() for _ in range(999)))[:-9])
    assert "whole" in refused(path)


@pytest.mark.parametrize(
    "line",
    ["q1 Q0 c1 1 2.5 tag", '{"query":"q1","chunks":["c1"]}', '{"run":{"name":"x"}}\n{"query":"q1","chunks":["c1"]}'],
)
def test_a_run_in_the_place_of_a_set_is_named_as_one(tmp_path, line):
    path = tmp_path / "after.run"
    path.write_text(line + "\n")
    with pytest.raises(DataError, match="found a run; expected a set"):
        load_foreign(path)


def test_missing_and_useless_folder(tmp_path):
    with pytest.raises(UsageError, match="no such set"):
        load_foreign(tmp_path / "nope")
    assert "a folder without qrels" in refused(tmp_path)


def test_bad_queries_are_all_told(tmp_path):
    folder = beir(tmp_path, test="q\tc\t1\n")
    (folder / "queries.jsonl").write_text(
        '{"_id":"a","text":"x"}\n{"_id":"a","text":"x"}\n{"text":"x"}\n{"_id":"b"}\n5\n{"_id":"c","text":" "}'
    )
    with pytest.raises(DataError) as caught:
        load_foreign(folder)
    assert [problem.line for problem in caught.value.problems] == [2, 3, 4, 5, 6]


@pytest.mark.parametrize("part", ["", "qrels/test.tsv", "qrels/test.trec"])
def test_cranfield(part, real_data):
    found = load_foreign(real_data / "cranfield" / "beir" / part)
    assert len(found.queries) == 225
    assert sum(len(query.labels) for query in found.queries) == 1837
    assert found.scale == Scale(max=4, relevant_from=1)


def test_qrels_as_parquet(tmp_path):
    import pyarrow
    import pyarrow.parquet

    table = pyarrow.table({"q_id": ["q1", "q1"], "doc_id": ["a b", "c"], "score": [2, 0]})
    pyarrow.parquet.write_table(table, tmp_path / "gold.parquet")
    (query,) = load_foreign(tmp_path / "gold.parquet").queries
    assert {chunk: label.grade for chunk, label in query.labels.items()} == {"a b": 2, "c": 0}
