"""Runs as CSV, TSV and Parquet: the same results as in any other form, and every bad row said."""

import csv
import io
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldkit.errors import DataError
from goldkit.formats.run_jsonl import write_run
from goldkit.records import Run
from goldkit.sets.runs import read_run

pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

NAME = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp"]), min_size=1, max_size=6)
SCORES = st.lists(st.floats(-9, 9), min_size=1, max_size=5).map(lambda scores: sorted(scores, reverse=True))
RESULTS = st.dictionaries(NAME, st.tuples(SCORES, st.permutations("abcde")), min_size=1, max_size=4)


def rows_of(run):
    return [
        {"query": query, "chunk": chunk, "rank": rank, "score": score}
        for query, chunks in run.rankings.items()
        for rank, (chunk, score) in enumerate(zip(chunks, run.scores[query], strict=True), 1)
    ]


def as_csv(rows, sign):
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), delimiter=sign, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


def nodes(run):
    """As LlamaIndex dumps them."""
    return {
        query: {
            "response": "…",
            "source_nodes": [
                {"node": {"id_": chunk, "text": "…", "class_name": "TextNode"}, "score": score}
                for chunk, score in zip(chunks, run.scores[query], strict=True)
            ],
        }
        for query, chunks in run.rankings.items()
    }


def documents(run):
    """As LangChain serialises them, with their scores."""
    return {
        query: [
            [{"lc": 1, "type": "constructor", "id": ["langchain"], "kwargs": {"id": chunk, "page_content": "…"}}, score]
            for chunk, score in zip(chunks, run.scores[query], strict=True)
        ]
        for query, chunks in run.rankings.items()
    }


@settings(deadline=None)  # disks stall
@given(RESULTS)
def test_every_form_says_the_same(tmp_path_factory, found):
    run = Run(
        name="r",
        rankings={query: tuple(chunks[: len(scores)]) for query, (scores, chunks) in found.items()},
        scores={query: tuple(scores) for query, (scores, _) in found.items()},
    )
    folder, rows = tmp_path_factory.mktemp("runs"), rows_of(run)
    trec = "".join(f"{row['query']} Q0 {row['chunk']} {row['rank']} {row['score']!r} t\n" for row in rows)
    lists = [{"query": q, "chunks": list(run.rankings[q]), "scores": list(run.scores[q])} for q in run.rankings]
    if not any(query[0] in "{[" for query in run.rankings):
        (folder / "trec").write_bytes(trec.encode())
    (folder / "csv").write_bytes(as_csv(rows, ","))
    (folder / "tsv").write_bytes(as_csv(rows, "\t"))
    parquet.write_table(pyarrow.Table.from_pylist(rows), folder / "rows")
    parquet.write_table(pyarrow.Table.from_pylist(lists), folder / "lists")
    (folder / "nodes").write_text(json.dumps(nodes(run)))
    (folder / "documents").write_text(json.dumps(documents(run)))
    (folder / "dump").write_text(
        "".join(
            json.dumps({"query": query, "source_nodes": own["source_nodes"]}) + "\n"
            for query, own in nodes(run).items()
        )
    )
    write_run(folder / "jsonl", run)
    for path in sorted(folder.iterdir()):
        assert read_run(f"r={path}") == run, path.name


def test_names_of_columns_and_rows_in_any_order(tmp_path):
    path = tmp_path / "r.csv"
    path.write_text("\nScore;Docno;QID\n1;b;q1\n3;c;q2\n2;a;q1\n")
    run = read_run(path)
    assert (run.rankings, run.ranked) == ({"q1": ("b", "a"), "q2": ("c",)}, False), "scores alone order nothing"
    path.write_text("query_id\tcorpus-id\trank\nq1\tb\t2\nq1\ta\t1\n")
    assert (read_run(path).rankings, read_run(path).scores) == ({"q1": ("a", "b")}, {})
    path.write_text('query,chunk\nq1,"b, c"\nq1,a\n')
    assert (read_run(path).rankings, read_run(path).ranked) == ({"q1": ("b, c", "a")}, True)


def test_every_bad_row_is_said(tmp_path):
    path = tmp_path / "r.csv"
    rows = [
        b"q,a,1,2",
        b"q,b,x,1",
        b"q,c,1.5,1",
        b"q,d,2,nan",
        b",e,3,1",
        b"q,f,4",
        b"q,\xff,5,1",
        b'q,"g"h,6,1',
        b"q,i,7,1_0",
    ]
    path.write_bytes(b"\nquery,chunk,rank,score\n" + b"\n".join(rows))
    with pytest.raises(DataError) as caught:
        read_run(path)
    assert [problem.line for problem in caught.value.problems] == list(range(4, 12))


def test_a_header_that_names_a_column_twice(tmp_path):
    path = tmp_path / "r.csv"
    path.write_text("query,chunk,chunk\nq,a,b\n")
    with pytest.raises(DataError, match="each once"):
        read_run(path)


def test_a_tabbed_trec_run_is_no_table(tmp_path):
    path = tmp_path / "r"
    path.write_text("query\tQ0\tchunk\t1\t2\tt\n")
    assert read_run(path).rankings == {"query": ("chunk",)}


def test_ranx_files(tmp_path):
    ranx = pytest.importorskip("ranx", reason="ranx is not installed (it does not work on 3.14)")
    scores = {"q_1": {"a": 0.5, "b": 2.0}, "q_2": {"c": 1.0}}
    run = ranx.Run(scores)
    for name in ("r.json", "r.parquet", "r.trec"):
        run.save(str(tmp_path / name))
        found = read_run(tmp_path / name)
        assert {query: dict(zip(found.rankings[query], found.scores[query], strict=True)) for query in scores} == scores
        assert found.rankings["q_1"] == ("b", "a"), "ranx sorts what it saves"


def test_broken_parquet(tmp_path):
    path = tmp_path / "r.parquet"
    rows = [{"query": "q", "chunks": ["a"]}, {"query": "q", "chunks": ["b"]}, {"query": None, "chunks": ["c"]}]
    parquet.write_table(pyarrow.Table.from_pylist(rows), path)
    with pytest.raises(DataError, match=r"in row 2 the query 'q' a second time, first in row 1(.|\n)*in row 3 null"):
        read_run(path)
    parquet.write_table(pyarrow.table({"query": ["q", "q"], "chunk": ["a", "b"], "score": [1.0, float("nan")]}), path)
    with pytest.raises(DataError, match="in row 2 NaN as a score"):
        read_run(path)
    parquet.write_table(pyarrow.table({"question": ["q"], "text": ["a"]}), path)
    with pytest.raises(DataError, match="the columns question, text"):
        read_run(path)
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(DataError, match="broken Parquet"):
        read_run(path)
