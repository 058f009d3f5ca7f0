"""`goldkit import` as a user runs it: what it says, where, and its exit codes."""

import json

import pytest

from goldkit.cli.exits import run
from goldkit.formats.catalogue import FORMATS


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDKIT_NOW", "2026-12-01T10:00:00Z")
    monkeypatch.delenv("GOLDKIT_DIR", raising=False)
    (tmp_path / "labels.csv").write_text("query,chunk,grade\nwhy?,c1,3\nwhy?,C2,1\nhow?,c1,3\n")
    (tmp_path / "corpus.jsonl").write_text('{"id":"c1","text":"one"}\n{"id":"c2","text":"two"}\n')
    return tmp_path


def test_the_report(folder, capsys):
    assert run(["import", "mapping", "labels.csv", "--corpus", "corpus.jsonl"]) == 0
    said = capsys.readouterr()
    assert said.out == (
        "labels.csv: 2 new queries (0 known), 3 new decided judgments (0 known), 1 new text\n"
        "read as: grades stand as they are, on the set's scale of 0 to 3\n"
    )
    assert said.err == (
        "warning: the corpus lacks 1 of 2 labelled chunks: 'C2'; they differ by case: 'C2' here, 'c2' in the corpus (1 such)\n"
    )


def test_json_and_proposals(folder, capsys):
    assert run(["import", "mapping", "labels.csv", "--untrusted", "--golden", "other", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["format"], report["reader"], report["status"], report["new_judgments"]) == (
        1,
        "mapping",
        "proposed",
        3,
    )
    assert (folder / "other" / "queries.jsonl").exists()


@pytest.mark.parametrize(
    "arguments, code, words",
    [
        (["nope", "labels.csv"], 2, "no such format: 'nope'; there are mapping"),
        (["mapping", "nope.csv"], 2, "no such file"),
        (["mapping", "labels.csv", "--grades", "3"], 2, "no meaning of a grade"),
        (["mapping", "corpus.jsonl", "--corpus", "labels.csv"], 3, "labels.csv:1"),
        (["trec", "labels.csv"], 3, "labels.csv:1: found 1 column;"),
        (["beir", "."], 3, "qrels/<split>.tsv"),
    ],
)
def test_what_goes_wrong(folder, capsys, arguments, code, words):
    assert run(["import", *arguments]) == code
    assert words in capsys.readouterr().err
    assert not (folder / "golden").exists()


def test_help_lists_every_format(capsys):
    assert run(["import", "--help"]) == 0
    told = capsys.readouterr().out
    assert all(f"{name}: " in told for name in FORMATS)


def test_columns_called_otherwise(folder, capsys):
    (folder / "fragen.csv").write_text("Frage,Dok,Note\nwarum?,c1,3\n")
    named = ["--column", "query=Frage", "--column", "chunk=Dok", "--column", "grade=Note"]
    assert run(["import", "csv", "fragen.csv", *named]) == 0
    assert run(["import", "csv", "fragen.csv", "--column", "query"]) == 2
    assert run(["import", "csv", "fragen.csv", "--column", "query=Frage", "--column", "query=Dok"]) == 2
    said = capsys.readouterr()
    assert "1 new query" in said.out
    assert said.err.count("write each of goldkit's columns once, such as query=Frage") == 2
