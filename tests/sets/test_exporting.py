"""What an export is given to write, and what it says of the rest."""

import json

import pytest

from goldkit.formats.catalogue import FORMATS
from goldkit.formats.options import WriteOptions
from goldkit.records import Chunk, Copy, Fact, Judgment, Label, Query, Scale
from goldkit.sets.export_losses import losses_of
from goldkit.sets.exporting import ExportRequest, export_set, exported_query
from goldkit.store.golden import GoldenDirectory

AT = "2026-12-01T10:00:00Z"


def judgment(query, chunk, grade):
    return Judgment(query=query, chunk=chunk, grade=grade, status="decided", source="human", by="ana", at=AT)


@pytest.fixture
def golden(tmp_path):
    """Two questions: one with the chunk a and its copy b, and c, which is better; one whose chunk d has no text."""
    directory = GoldenDirectory(tmp_path / "golden")
    directory.create()
    directory.add_chunks([Chunk(id=name, text=f"text {name}", doc_id="d.md") for name in "abc"])
    directory.change_queries(lambda _: ((None, Query(id=name, text=f"{name}?")) for name in ("q1", "q2")))
    directory.append_judgments(
        lambda _: [judgment("q1", "a", 2), judgment("q1", "c", 3), judgment("q1", "x", 0), judgment("q2", "d", 3)]
    )
    directory.append(
        "copies.jsonl", [Copy(a="a", b="b", jaccard=1.0, containment=(1.0, 1.0), verdict="same", by="w", at=AT)]
    )
    return directory


def exported(golden, name, place, **options):
    return export_set(ExportRequest(format=name, path=place, golden=golden.path, at=AT, **options))


def test_the_best_grade_comes_first_then_the_id(golden, tmp_path):
    exported(golden, "mapping", tmp_path / "m.json")
    assert json.loads((tmp_path / "m.json").read_text()) == {"q1": ["c", "a", "b"], "q2": ["d"]}


def test_facts_are_flattened_only_where_the_format_has_none(golden, tmp_path):
    assert exported(golden, "mapping", tmp_path / "m.json").losses.facts == 1
    assert exported(golden, "autorag", tmp_path / "rag").losses.facts == 0
    pandas = pytest.importorskip("pandas")
    frame = pandas.read_parquet(tmp_path / "rag" / "qa.parquet")
    groups = {row.qid: sorted(sorted(group) for group in row.retrieval_gt) for row in frame.itertuples()}
    assert groups == {"q1": [["a", "b"], ["c"]], "q2": [["d"]]}


def test_labelled_chunks_without_a_known_text_are_counted_where_texts_are_written(golden, tmp_path):
    untold = "texts of labelled chunks, not known (--corpus C brings them)"
    assert exported(golden, "ragas", tmp_path / "r.jsonl").losses.left_out[untold] == 1
    assert exported(golden, "beir", tmp_path / "beir").losses.left_out[untold] == 2  # x was judged 0
    assert untold not in exported(golden, "mapping", tmp_path / "m.json").losses.left_out
    (tmp_path / "corpus.jsonl").write_text(
        "".join(json.dumps({"id": name, "text": f"text {name}"}) + "\n" for name in "abcdx")
    )
    whole = exported(golden, "ragas", tmp_path / "s.jsonl", corpus=tmp_path / "corpus.jsonl")
    assert untold not in whole.losses.left_out


def test_autorag_without_facts_needs_each_relevant_chunk(tmp_path):
    from goldkit.formats.autorag_write import groups_of
    from goldkit.results.exported import ExportedQuery

    one = ExportedQuery(query=Query(id="q", text="why?"), grades={"a": 1, "b": 1}, relevant=("b", "a"))
    assert groups_of(one) == [["b"], ["a"]]


def test_grades_below_relevance_earn_nothing_and_as_is_keeps_them():
    labels = {
        chunk: Label(query="q", chunk=chunk, grade=grade, status="decided")
        for chunk, grade in {"b": 3, "a": 3, "c": 2, "d": 1}.items()
    }
    query, facts = Query(id="q", text="why?"), (Fact(any=("a",)), Fact(any=("b",)), Fact(any=("c",)))
    one = exported_query(query, labels, facts, Scale(), "from-1")
    assert (one.grades, one.relevant) == ({"a": 2, "b": 2, "c": 1, "d": 0}, ("a", "b", "c"))
    assert exported_query(query, labels, facts, Scale(), "as-is").grades == {"a": 3, "b": 3, "c": 2, "d": 1}
    losses = losses_of([one], [], FORMATS["mapping"], {"q": labels})
    assert (losses.facts, losses.grades) == (0, {"2 → relevant": 1, "3 → relevant": 2})


def test_options_reach_the_writer(golden, tmp_path):
    exported(golden, "beir", tmp_path / "out", options=WriteOptions(split="dev"))
    assert (tmp_path / "out" / "qrels" / "dev.tsv").is_file()
