"""Judgments that UMBRELA and retrieval-eval wrote: who judged, and whether that was a person."""

import json

import pytest

from goldkit.errors import DataError, UsageError
from goldkit.formats.options import ReadOptions
from goldkit.formats.retrieval_eval import read_retrieval_eval
from goldkit.formats.umbrela import read_umbrela
from goldkit.records import Scale
from goldkit.sets.golden import read_golden
from goldkit.sets.importing import ImportRequest, import_labels
from goldkit.sets.resolve import resolve_set
from goldkit.store.golden import GoldenDirectory
from goldkit.store.settings import Settings

AT = "2026-12-01T10:00:00Z"
PASSAGE = "The life cycle of a flea can last anywhere from 20 days to an entire year, as the weather has it."
UMBRELA = {
    "model": "gpt-4o",
    "query": "how long does a flea live",
    "passage": PASSAGE,
    "judgment": 1,
    "result_status": 1,
}
EVAL = {
    "query_id": "q1",
    "query": "how long can I return it?",
    "doc_uri": "a.md",
    "chunk_id": "c1:0f",
    "text_sha": "t1:0f",
    "chunk_text": "30 days.",
    "relevance": 3,
    "labeled_by": "human:a",
    "corpus_fingerprint": "f1",
    "stratum": "billing",
}


def written(path, *rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def imported(tmp_path, name, *rows, **options):
    golden = GoldenDirectory(tmp_path / "golden")
    request = ImportRequest(format=name, path=written(tmp_path / "in.jsonl", *rows), at=AT, **options)
    return golden, import_labels(golden, request)


def test_umbrelas_judgments_are_proposals_of_the_model_on_their_own_scale(tmp_path):
    corpus = written(tmp_path / "c.jsonl", {"id": "c 1", "text": PASSAGE}, {"id": "c2", "text": "else"})
    failed = UMBRELA | {"query": "other?", "result_status": 0, "judgment": 0}
    golden, report = imported(tmp_path, "umbrela", UMBRELA, failed, UMBRELA, corpus=corpus, trusted=True)
    (line,) = golden.judgments()
    assert (line.chunk, line.grade, line.by, line.source, line.status) == ("c 1", 1, "gpt-4o", "llm", "proposed")
    assert report.status == "proposed"
    assert "UMBRELA's 0 to 3" in report.reading
    assert report.losses.repeated == 1
    assert report.losses.left_out == {"judgments that UMBRELA itself could not read from the model's reply": 1}
    assert [len(read_golden(golden).labels(line.query, labels)) for labels in ("derived", "llm")] == [0, 1]
    with pytest.raises(UsageError, match="gpt-4o agrees with people was never measured"):
        resolve_set("dev", golden.path, "llm")


def test_a_set_with_a_foreign_scale_refuses_them_until_they_are_mapped(tmp_path):
    golden = GoldenDirectory(tmp_path / "golden")
    golden.create()
    golden.write_settings(Settings(scale=Scale(max=1, relevant_from=1)))
    row = UMBRELA | {"docid": "c1"}
    with pytest.raises(UsageError, match=r"the file's are TREC DL's and UMBRELA's: 0 to 3.*--grades"):
        imported(tmp_path, "umbrela", row)
    assert golden.judgments() == []
    imported(tmp_path, "umbrela", row, grades={1: 0})
    (line,) = golden.judgments()
    assert (line.grade, line.metadata) == (0, {"imported_grade": 1})


def test_ids_of_umbrelas_requests_are_kept(tmp_path):
    path = written(tmp_path / "u.jsonl", UMBRELA | {"query": {"text": "why?", "qid": "q 1"}, "docid": 7})
    (item,) = read_umbrela(path, ReadOptions()).queries
    assert (item.query.id, item.query.text, item.labels[0].chunk) == ("q 1", "why?", "7")


def test_every_bad_line(tmp_path):
    rows = [{"query": "why?"}, UMBRELA | {"judgment": 0.5}, [], UMBRELA | {"passage": None}]
    with pytest.raises(DataError) as caught:
        read_umbrela(written(tmp_path / "u.jsonl", *rows), ReadOptions())
    assert [problem.line for problem in caught.value.problems] == [1, 2, 3, 4]
    rows = [EVAL, EVAL | {"query": "other?"}, EVAL | {"chunk_text": "x"}, {"query_id": "q"}, EVAL | {"relevance": 0}]
    with pytest.raises(DataError) as caught:
        read_retrieval_eval(written(tmp_path / "e.jsonl", *rows), ReadOptions())
    assert [problem.line for problem in caught.value.problems] == [2, 3, 4, 5]


def test_retrieval_evals_judgments_keep_judge_and_text(tmp_path):
    model = EVAL | {"chunk_id": "c2:1e", "chunk_text": "no", "relevance": 0, "labeled_by": "llm:gpt"}
    golden, report = imported(tmp_path, "retrieval-eval", EVAL, model, EVAL | {"labeled_by": "human:b", "relevance": 2})
    said = {(line.chunk, line.by): (line.grade, line.status, line.source) for line in golden.judgments()}
    assert said == {
        ("c1:0f", "human:a"): (3, "decided", "import"),
        ("c1:0f", "human:b"): (2, "decided", "import"),
        ("c2:1e", "llm:gpt"): (0, "proposed", "llm"),
    }
    assert report.status == "decided and proposed"
    (query,) = golden.queries()
    assert (query.id, query.metadata) == ("q1", {"stratum": "billing"})
    assert {(chunk.id, chunk.text, chunk.doc_id) for chunk in golden.chunks()} == {
        ("c1:0f", "30 days.", "a.md"),
        ("c2:1e", "no", "a.md"),
    }


def test_a_document_without_a_text_has_no_place_and_is_counted(tmp_path):
    bare = {name: value for name, value in EVAL.items() if name != "chunk_text"}
    found = read_retrieval_eval(written(tmp_path / "e.jsonl", bare, EVAL | {"chunk_id": "c2"}), ReadOptions())
    assert found.losses.fields == {"doc_uri": 1, "text_sha": 2, "corpus_fingerprint": 2}
