"""`goldkit rebase` as a user runs it."""

from __future__ import annotations

import json

import pytest

from goldkit.cli.exits import run
from goldkit.records import Chunk, Judgment, Query, SplitLine
from goldkit.store.golden import GoldenDirectory

TEXT = "The gateway closes an idle connection after 30 seconds unless keepalive is set."


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDKIT_NOW", "2026-12-02T10:00:00Z")
    monkeypatch.delenv("GOLDKIT_DIR", raising=False)
    golden = GoldenDirectory(tmp_path / "golden")
    golden.create()
    golden.add_chunks([Chunk(id="a#1", text=TEXT)])
    golden.rewrite_queries(lambda _: [Query(id="q-open", text="how long?"), Query(id="q-secret", text="which site?")])
    for query in ("q-open", "q-secret"):
        line = {"status": "decided", "source": "human", "by": "ana", "at": "2026-12-01T10:00:00Z"}
        golden.append("judgments.jsonl", [Judgment(query=query, chunk="a#1", grade=3, **line)])
    golden.append(
        "split.jsonl", [SplitLine(query="q-secret", at="2026-12-01T10:00:00Z", why="freeze core", side="core")]
    )
    (tmp_path / "new.jsonl").write_text(
        json.dumps({"id": "a/1", "text": f"{TEXT} It writes a line to the log.", "doc_id": "a"}) + "\n"
    )
    return tmp_path


def test_labels_go_along_and_frozen_questions_are_only_counted(folder, capsys) -> None:
    assert run(["rebase", "--corpus", "new.jsonl"]) == 0
    said = capsys.readouterr()
    assert "carried  2" in said.out
    assert "q-open: a#1 → a/1" in said.out
    assert "q-secret" not in said.out + said.err
    assert "goldkit widen --corpus new.jsonl" in said.err
    lines = [json.loads(line) for line in (folder / "golden/judgments.jsonl").read_text().splitlines()[2:]]
    assert [(line["query"], line["chunk"], line["grade"], line["by"]) for line in lines] == [
        ("q-open", "a/1", 3, "ana"),
        ("q-secret", "a/1", 3, "ana"),
    ]
    assert {line["source"] for line in lines} == {"rebase"}


def test_a_rehearsal_says_the_same_and_writes_nothing(folder, capsys) -> None:
    before = (folder / "golden/judgments.jsonl").read_bytes()
    assert run(["rebase", "--corpus", "new.jsonl", "--dry-run", "--json"]) == 0
    said = capsys.readouterr()
    value = json.loads(said.out)
    assert (value["format"], value["texts"], value["labels"], value["lines"]) == (
        1,
        {"contained": 1},
        {"carried": 2},
        2,
    )
    assert "nothing was changed" in said.err
    assert (folder / "golden/judgments.jsonl").read_bytes() == before


def test_a_corpus_that_is_none_is_bad_input(folder, capsys) -> None:
    (folder / "bad.jsonl").write_text('{"id":"x"}\n')
    assert run(["rebase", "--corpus", "bad.jsonl"]) == 3
    assert "bad.jsonl:1" in capsys.readouterr().err
