"""`goldkit export --set` of a set that goldkit did not make: from one form to another, with what each end lost."""

import json

import pytest

from goldkit.cli.exits import run


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GOLDKIT_DIR", raising=False)
    (tmp_path / "a.qrels").write_text("q1 0 c1 2\nq1 4 c2 0\nq2 0 c2 1\nq3 0 c9 -1\nq9 0 c1 1\n")
    (tmp_path / "texts.tsv").write_text("q1\twhy?\nq2\thow?\nq3\twho?\nq7\twhen?\n")
    (tmp_path / "corpus.jsonl").write_text('{"id":"c1","text":"one","title":"first"}\n{"id":"c2","text":"two"}\n')
    return tmp_path


WITH_TEXTS = ["--queries", "texts.tsv", "--corpus", "corpus.jsonl"]


def test_both_ends_say_what_they_lost(folder, capsys):
    assert run(["export", "ragas", "out.jsonl", "--set", "a.qrels", *WITH_TEXTS]) == 0
    said = capsys.readouterr()
    assert said.out == (
        "out.jsonl: 2 queries, 2 labels of a as ragas\n"
        "grades: relevant or not: what has grade 1 or more\n"
        "in reading a: left behind: queries without a judgment: 1\n"
        "in reading a: no place for fields: iteration (the second column) (1)\n"
        "in writing: left behind: queries without a text (--queries FILE brings it): 1\n"
        "in writing: left behind: queries without a relevant chunk: 1\n"
        "in writing: left behind: labels that are not relevant: 1\n"
        "in writing: no place for fields of chunks: title (1)\n"
        "in writing: grades that can no more be told apart: 1 → relevant (1 label), 2 → relevant (1 label)\n"
    )
    assert said.err == "note: the corpus lacks 1 of 3 labelled chunks: 'c9'\n"
    samples = [json.loads(line) for line in (folder / "out.jsonl").read_text().splitlines()]
    assert [(one["id"], one["reference_context_ids"], one["reference_contexts"]) for one in samples] == [
        ("q1", ["c1"], ["one"]),
        ("q2", ["c2"], ["two"]),
    ]
    assert not (folder / "golden").exists()


def test_json_tells_the_ends_apart(folder, capsys):
    assert run(["export", "beir", "out", "--set", "a.qrels", *WITH_TEXTS, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["read"]["fields"] == {"iteration (the second column)": 1}
    assert report["losses"]["left_out"] == {
        "queries without a text (--queries FILE brings it)": 1,
        "texts of labelled chunks, not known (--corpus C brings them)": 1,
    }
    assert (report["set"], report["scale"]) == ("a", "0 to 2, relevant from 1")


def test_round_through_every_shape_that_score_takes(folder):
    assert run(["export", "beir", "beir", "--set", "a.qrels", *WITH_TEXTS, "--scale", "as-is"]) == 0
    assert run(["export", "ranx", "ranx.json", "--set", "beir", "--scale", "as-is"]) == 0
    assert run(["export", "ranx", "ranx.parquet", "--set", "ranx.json", "--scale", "as-is"]) == 0
    assert run(["export", "trec", "b.qrels", "--set", "ranx.parquet", "--scale", "as-is"]) == 0
    assert (folder / "b.qrels").read_text() == "q1 0 c1 2\nq1 0 c2 0\nq2 0 c2 1\nq3 0 c9 -1\n"
    kept = [json.loads(line) for line in (folder / "beir" / "corpus.jsonl").read_text().splitlines()]
    assert [(chunk["_id"], chunk["title"]) for chunk in kept] == [("c1", "first"), ("c2", "")]


def test_an_empty_title_is_none(folder, capsys):
    assert run(["export", "beir", "beir", "--set", "a.qrels", *WITH_TEXTS]) == 0
    capsys.readouterr()
    assert run(["export", "trec", "b.qrels", "--set", "beir", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["losses"]["fields"] == {
        "text of chunks": 2,
        "text of queries": 3,
        "title of chunks": 1,
    }


def test_labels_without_a_grade_are_relevant(folder, capsys):
    (folder / "set.json").write_text('{"q1": ["c1", "c2"], "q2": {"c2": 3}}')
    assert run(["export", "trec", "b.qrels", "--set", "set.json"]) == 0
    assert (folder / "b.qrels").read_text() == "q1 0 c1 1\nq1 0 c2 1\nq2 0 c2 3\n"
    assert capsys.readouterr().err == "note: labels without a grade are 1, relevant\n"


def test_the_corpus_brings_texts_that_a_golden_set_has_not(folder):
    (folder / "rows.jsonl").write_text('{"query":"why?","chunks":["c1"]}\n')
    assert run(["import", "mapping", "rows.jsonl"]) == 0
    assert run(["export", "ragas", "out.jsonl", "--corpus", "corpus.jsonl"]) == 0
    assert json.loads((folder / "out.jsonl").read_text())["reference_contexts"] == ["one"]
