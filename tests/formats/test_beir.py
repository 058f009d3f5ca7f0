import csv
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldkit.errors import DataError, UsageError
from goldkit.formats.beir import read_beir
from goldkit.formats.beir_write import write_beir
from goldkit.formats.options import ReadOptions, WriteOptions
from goldkit.records import Chunk, Query
from goldkit.results.exported import ExportedQuery, ExportSet

PLAIN = ReadOptions()
CHARACTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\t\r\n")
IDS = st.text(CHARACTERS, min_size=1, max_size=8) | st.sampled_from(['"q', 'a"b', " ", "a b", "query-id", "0"])
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
CHUNKS = st.builds(
    Chunk,
    id=IDS,
    text=TEXTS,
    title=st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=5),
    doc_id=st.none() | IDS,
    start=st.none() | st.integers(0, 9),
    metadata=st.dictionaries(st.text(max_size=3), st.integers(0, 9), max_size=2),
)


@st.composite
def sets(draw):
    chunks = draw(st.lists(CHUNKS, min_size=1, max_size=5, unique_by=lambda chunk: chunk.id))
    grades = st.dictionaries(st.sampled_from([chunk.id for chunk in chunks]), st.integers(0, 3), min_size=1)
    names = draw(st.lists(IDS, min_size=1, max_size=4, unique=True))
    queries = []
    for name in names:
        text = draw(TEXTS.filter(str.strip))
        metadata = draw(st.dictionaries(st.sampled_from(["team", "tag"]), st.text(max_size=3)))
        query = Query(id=name, text=text, origin="import", metadata=metadata)
        queries.append(ExportedQuery(query=query, grades=draw(grades), relevant=()))
    return ExportSet(name="set", queries=tuple(queries), chunks=chunks)


@settings(deadline=None, max_examples=50)  # files are brought to disk
@given(exported=sets())
def test_a_folder_read_back_says_the_same(exported, tmp_path_factory):
    folder = tmp_path_factory.mktemp("beir")
    write_beir(exported, folder, WriteOptions())
    found = read_beir(folder, PLAIN)
    assert [(item.query, {label.chunk: label.grade for label in item.labels}) for item in found.queries] == [
        (one.query, one.grades) for one in exported.queries
    ]
    labelled = {chunk for one in exported.queries for chunk in one.grades}
    read = {chunk.id: chunk for chunk in found.chunks}
    assert read.keys() == labelled
    for chunk in exported.chunks:
        if chunk.id in labelled:
            back = read[chunk.id]
            assert (back.text, back.title, back.doc_id, back.start, back.metadata) == (
                chunk.text,
                chunk.title,
                chunk.doc_id,
                chunk.start,
                chunk.metadata,
            )
    assert not found.losses


@settings(deadline=None, max_examples=50)  # files are brought to disk
@given(exported=sets())
def test_other_readers_of_the_folder_find_the_same(exported, tmp_path_factory):
    folder = tmp_path_factory.mktemp("beir")
    write_beir(exported, folder, WriteOptions(split="dev"))
    with (folder / "qrels" / "dev.tsv").open(encoding="utf-8", newline="\n") as stream:  # as BEIR's own loader reads it
        rows = list(csv.reader(stream, delimiter="\t", quoting=csv.QUOTE_MINIMAL))
    assert rows[0] == ["query-id", "corpus-id", "score"]
    wanted = [[one.query.id, chunk, str(grade)] for one in exported.queries for chunk, grade in one.grades.items()]
    assert rows[1:] == wanted
    with (folder / "corpus.jsonl").open("rb") as stream:
        corpus = [json.loads(line) for line in stream]
    assert all({"_id", "title", "text", "metadata"} <= row.keys() for row in corpus)


def test_a_set_of_which_no_text_is_known_comes_back(tmp_path):
    query = Query(id="q", text="what?", origin="import")
    one = ExportedQuery(query=query, grades={"c": 1}, relevant=("c",))
    write_beir(ExportSet(name="s", queries=(one,), chunks=[], texts={}), tmp_path / "s", WriteOptions())
    found = read_beir(tmp_path / "s", ReadOptions())
    assert [label.chunk for label in found.queries[0].labels] == ["c"] and not found.chunks


def test_pandas_reads_the_judgments(tmp_path):
    import pandas

    query = Query(id="q 1", text="why?", origin="import")
    exported = ExportSet(name="s", queries=(ExportedQuery(query=query, grades={"007": 2, '"x"': 0}, relevant=()),))
    write_beir(exported, tmp_path, WriteOptions())
    frame = pandas.read_csv(tmp_path / "qrels" / "test.tsv", sep="\t", dtype={"query-id": str, "corpus-id": str})
    assert frame.to_dict("list") == {"query-id": ["q 1"] * 2, "corpus-id": ["007", '"x"'], "score": [2, 0]}


def test_ids_that_would_break_a_line_are_refused_before_anything_is_written(tmp_path):
    query = Query(id="q\t1", text="why?", origin="import")
    exported = ExportSet(name="s", queries=(ExportedQuery(query=query, grades={"a\nb": 2, "c": 1}, relevant=()),))
    with pytest.raises(DataError) as caught:
        write_beir(exported, tmp_path / "out", WriteOptions())
    assert [problem.found for problem in caught.value.problems] == [r"the id 'q\t1'", r"the id 'a\nb'"]
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "qrels, corpus, queries",
    [
        (
            "qrels/test-00000-of-00002.parquet",
            "corpus/corpus-00000-of-00001.parquet",
            "queries/queries-00000-of-00001.parquet",
        ),
        ("data/test-00000-of-00002.parquet", "corpus.parquet", "queries.parquet"),
        ("default/test/0000.parquet", "corpus/corpus/0000.parquet", "queries/queries/0000.parquet"),
        ("qrels/test/0000.parquet", "corpus/0000.parquet", "queries/0000.parquet"),
        ("test-00000-of-00002.parquet", "corpus-00000-of-00001.parquet", "queries-00000-of-00001.parquet"),
    ],
)
def test_the_parquet_of_hubs(tmp_path, qrels, corpus, queries):
    second = qrels.replace("00000-of-00002", "00001-of-00002").replace("0000.parquet", "0001.parquet")
    table(tmp_path / qrels, {"query-id": ["q1", "q1"], "corpus-id": ["a b", "c"], "score": [1.0, 0.0]})
    table(tmp_path / second, {"query-id": ["q2"], "corpus-id": ["c"], "score": [1.0]})
    table(tmp_path / qrels.replace("test", "train"), {"query-id": ["q9"], "corpus-id": ["c"], "score": [1.0]})
    table(tmp_path / corpus, {"_id": ["a b", "c", "d"], "title": ["", "t", ""], "text": ["one", "two", "three"]})
    table(tmp_path / queries, {"_id": ["q1", "q2", "q9"], "text": ["why?", "how?", "who?"]})
    found = read_beir(tmp_path, PLAIN)
    assert [(item.query.text, {label.chunk: label.grade for label in item.labels}) for item in found.queries] == [
        ("why?", {"a b": 1, "c": 0}),
        ("how?", {"c": 1}),
    ]
    assert {chunk.id: chunk.text for chunk in found.chunks} == {"a b": "one", "c": "two"}
    assert found.losses.left_out == {"queries without a judgment": 1}
    assert len(read_beir(tmp_path, ReadOptions(split="train")).queries) == 1
    with pytest.raises(UsageError, match="no split 'dev'; there are test, train"):
        read_beir(tmp_path, ReadOptions(split="dev"))


def test_numbered_files_of_the_judgments_themselves_are_splits_by_their_names(tmp_path):
    for name in ("0000", "0001"):
        table(tmp_path / "qrels" / f"{name}.parquet", {"query-id": [name], "corpus-id": ["c"], "score": [1]})
    with pytest.raises(UsageError, match="several splits and no `test` among them; there are 0000, 0001"):
        read_beir(tmp_path, PLAIN)
    (item,) = read_beir(tmp_path, ReadOptions(split="0001")).queries
    assert item.query.id == "0001"


def test_every_bad_row_of_parquet(tmp_path):
    columns = {"query-id": ["q1", "q1", "", "q2"], "corpus-id": ["a", "a", "b", "b"], "score": [1.0, 2.0, 1.0, 0.5]}
    table(tmp_path / "qrels" / "test.parquet", columns)
    with pytest.raises(DataError) as caught:
        read_beir(tmp_path, PLAIN)
    found = [problem.found for problem in caught.value.problems]
    assert found == [
        "in row 2 ('q1', 'a') with grade 2 here and 1 before, first on row 1",
        "in row 3 an empty id",
        "in row 4 the number 0.5 as a grade",
    ]


@pytest.mark.parametrize("rule, grade", [("first", 1), ("last", 0), ("highest", 2), ("lowest", 0)])
def test_a_rule_settles_conflicting_lines(tmp_path, rule, grade):
    (tmp_path / "qrels").mkdir()
    (tmp_path / "qrels" / "test.tsv").write_text(
        "query-id\tcorpus-id\tscore\nq\ta\t1\nq\ta\t2.0\nq\ta\t0\nq\tb\t1\nq\tb\t1\n"
    )
    with pytest.raises(DataError, match=r"test.tsv:3: .*with grade 2 here and 1 before, first on line 2.*--duplicates"):
        read_beir(tmp_path, PLAIN)
    found = read_beir(tmp_path, ReadOptions(duplicates=rule))
    assert [label.grade for label in found.queries[0].labels] == [grade, 1]
    assert (found.losses.conflicting, found.losses.repeated) == (1, 1)


def table(path, columns):
    import pyarrow
    import pyarrow.parquet

    path.parent.mkdir(parents=True, exist_ok=True)
    pyarrow.parquet.write_table(pyarrow.table(columns), path)
