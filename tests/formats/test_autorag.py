import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldkit.errors import DataError, UsageError
from goldkit.formats.autorag import read_autorag
from goldkit.formats.autorag_write import write_autorag
from goldkit.formats.corpus import read_corpus
from goldkit.formats.options import ReadOptions, WriteOptions
from goldkit.records import Chunk, Fact, Query
from goldkit.results.exported import ExportedQuery, ExportSet
from goldkit.sets.importing import ImportRequest, import_labels
from goldkit.sets.resolve import resolve_set
from goldkit.store.golden import GoldenDirectory

PLAIN = ReadOptions()
NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=6)


@pytest.fixture
def table(tmp_path):
    import pyarrow
    import pyarrow.parquet

    def write(name, rows):
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / name)
        return tmp_path

    return write


def test_and_and_or_stay(table, tmp_path):
    from datetime import datetime

    rows = [
        {
            "qid": "q1",
            "query": "who has more?",
            "retrieval_gt": [["c1", "c1copy"], ["c9"]],
            "generation_gt": ["30 days", "a month"],
        },
        {"qid": "q2", "query": "how long?", "retrieval_gt": [["c9"]], "generation_gt": ["x"]},
        {"qid": "q3", "query": "nothing?", "retrieval_gt": [[]], "generation_gt": []},
    ]
    table("qa.parquet", rows)
    moment = datetime(2026, 1, 2, 3, 4)  # noqa: DTZ001  # AutoRAG's have no zone
    metadata = {"last_modified_datetime": moment, "page": 1, "prev_id": None}
    corpus = [
        {"doc_id": name, "contents": f"text {name}", "metadata": metadata, "path": "a.md", "start_end_idx": [0, 212]}
        for name in ("c1", "c1copy", "c9", "c10")
    ]
    table("corpus.parquet", corpus)
    golden = GoldenDirectory(tmp_path / "golden")
    report = import_labels(
        golden, ImportRequest(format="autorag", path=tmp_path, at="2026-12-01T10:00:00Z", trusted=True)
    )
    assert (report.new_queries, report.new_judgments, report.new_chunks, report.untold) == (3, 4, 3, 0)
    first, second, third = golden.queries()
    assert first.facts == (Fact(any=("c1", "c1copy")), Fact(any=("c9",)))
    assert (first.answer, first.metadata) == ("30 days", {"generation_gt": ["a month"]})
    assert second.facts == () and third.answer is None
    chunk = golden.chunks()[0]
    assert (chunk.doc_id, chunk.start, chunk.end) == ("a.md", 0, 212)
    assert chunk.metadata == {"last_modified_datetime": "2026-01-02T03:04:00", "page": 1}
    scored = {query.id: query.facts for query in resolve_set("dev", golden.path).queries}
    assert scored["q1"] == (Fact(any=("c1", "c1copy")), Fact(any=("c9",)))
    assert [chunk.id for chunk in read_corpus(tmp_path / "corpus.parquet")] == ["c1", "c1copy", "c9", "c10"]


@pytest.mark.parametrize("value, chunks, notes", [(["a", "b"], ["a", "b"], 1), ("a", ["a"], 0), (["a"], ["a"], 0)])
def test_a_plain_list_is_an_and_and_is_said(table, value, chunks, notes):
    folder = table("qa.parquet", [{"qid": "q", "query": "why?", "retrieval_gt": value, "generation_gt": "x"}])
    found = read_autorag(folder / "qa.parquet", PLAIN)
    assert [label.chunk for label in found.queries[0].labels] == chunks
    assert found.queries[0].query.facts == () and len(found.notes) == notes


def test_an_empty_group_asks_for_nothing(table):
    rows = [{"qid": "q", "query": "why?", "retrieval_gt": [["a", "b", "a"], [], ["c"]], "generation_gt": ["x"]}]
    (item,) = read_autorag(table("qa.parquet", rows), PLAIN).queries
    assert item.query.facts == (Fact(any=("a", "b")), Fact(any=("c",)))
    assert [label.chunk for label in item.labels] == ["a", "b", "c"]


def test_every_bad_row(table, tmp_path):
    rows = [
        {"qid": "q1", "query": "why?", "retrieval_gt": [["a"]]},
        {"qid": None, "query": "why?", "retrieval_gt": [["a"]]},
        {"qid": "q3", "query": "how?", "retrieval_gt": [["a", ""]]},
        {"qid": "q1", "query": "who?", "retrieval_gt": [["a"]]},
    ]
    with pytest.raises(DataError) as caught:
        read_autorag(table("qa.parquet", rows), PLAIN)
    assert [problem.found for problem in caught.value.problems] == [
        "in row 2 no qid or no query (columns: qid, query, retrieval_gt)",
        "in row 3 an empty id",
        "in row 4 the id 'q1' with the question 'who?', before with 'why?'",
    ]
    with pytest.raises(UsageError, match=r"no qa.parquet there"):
        read_autorag(tmp_path / "none", PLAIN)


@st.composite
def sets(draw):
    names = draw(st.lists(NAMES, min_size=1, max_size=5, unique=True))
    queries = []
    for name in draw(st.lists(NAMES, min_size=1, max_size=3, unique=True)):
        groups = draw(
            st.lists(st.lists(st.sampled_from(names), min_size=1, unique=True).map(sorted), min_size=1, max_size=3)
        )
        facts = tuple(dict.fromkeys(Fact(any=tuple(group)) for group in groups))
        chunks = sorted({chunk for fact in facts for chunk in fact.any})
        query = Query(id=name, text=draw(NAMES.filter(str.strip)), origin="import", answer=draw(st.none() | NAMES))
        queries.append(ExportedQuery(query=query, grades=dict.fromkeys(chunks, 1), relevant=tuple(chunks), facts=facts))
    chunks = [
        Chunk(id=name, text=draw(NAMES), doc_id=draw(st.none() | NAMES), start=1, end=2, metadata={"page": at})
        for at, name in enumerate(names)
    ]
    return ExportSet(name="s", queries=tuple(queries), chunks=chunks)


@settings(deadline=None, max_examples=40)
@given(exported=sets())
def test_what_is_written_comes_back_and_fits_autorags_own_checks(exported, tmp_path_factory):
    import pandas

    folder = tmp_path_factory.mktemp("autorag")
    write_autorag(exported, folder, WriteOptions())
    for item, one in zip(read_autorag(folder, PLAIN).queries, exported.queries, strict=True):
        facts = one.facts if any(len(fact.any) > 1 for fact in one.facts) else ()
        assert (item.query.id, item.query.text, item.query.answer) == (one.query.id, one.query.text, one.query.answer)
        assert item.query.facts == facts and {label.chunk for label in item.labels} == set(one.relevant)
    back = {
        chunk.id: (chunk.text, chunk.doc_id, chunk.start, chunk.metadata)
        for chunk in read_corpus(folder / "corpus.parquet")
    }
    assert back == {chunk.id: (chunk.text, chunk.doc_id, chunk.start, chunk.metadata) for chunk in exported.chunks}
    qa, corpus = pandas.read_parquet(folder / "qa.parquet"), pandas.read_parquet(folder / "corpus.parquet")
    assert {"qid", "query", "retrieval_gt", "generation_gt"} <= set(qa.columns)
    assert {"doc_id", "contents", "metadata"} <= set(corpus.columns)
    assert all(isinstance(value, str) for value in (*qa["qid"], *qa["query"]))
    wanted = {chunk for groups in qa["retrieval_gt"] for group in groups for chunk in group}
    assert wanted <= set(corpus["doc_id"]) and all(len(groups) for groups in qa["retrieval_gt"])
    assert all({"last_modified_datetime", "prev_id", "next_id"} <= row.keys() for row in corpus["metadata"])


def test_what_has_no_place_is_said(tmp_path):
    chunks = [Chunk(id="a", text="t", metadata={"k": 1, "m": [1]}), Chunk(id="b", text="t", metadata={"k": "x"})]
    facts = (Fact(any=("a",), share=0.5, part_of="f"),)
    query = ExportedQuery(query=Query(id="q", text="why?"), grades={"a": 1}, relevant=("a",), facts=facts)
    written = write_autorag(ExportSet(name="s", queries=(query,), chunks=chunks), tmp_path, WriteOptions())
    assert written.losses.fields == {"metadata.k of chunks": 2, "metadata.m of chunks": 1}
    assert written.losses.facts == 1
    assert written.notes == (
        "1 question without an answer: generation_gt is empty there, measures of answers need one",
    )
