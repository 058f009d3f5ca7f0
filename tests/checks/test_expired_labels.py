"""Labels older than the last change of their document are listed where a corpus tells when documents changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from goldkit.cli.exits import run
from goldkit.records import Chunk, Judgment, Query
from goldkit.sets.enroll import enroll
from goldkit.store.golden import GoldenDirectory

AT = "2026-12-01T10:00:00Z"


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two labelled questions of two documents; one document changed the day after, as one of its other chunks says."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDKIT_NOW", "2026-12-05T10:00:00Z")
    golden = GoldenDirectory("golden")
    golden.create()
    queries = [Query(id="q1", text="how long does it wait?"), Query(id="q2", text="who may delete a site?")]
    chunks = [Chunk(id=f"c{n}", text=f"text {n}", doc_id=f"d{n}") for n in (1, 2)]
    lines = [
        Judgment(query=f"q{n}", chunk=f"c{n}", grade=3, status="decided", source="human", by="ana", at=AT)
        for n in (1, 2)
    ]
    enroll(golden, queries, lines, chunks)
    rows = [
        {"id": "c1", "text": "text 1", "doc_id": "d1"},
        {"id": "c1b", "text": "more", "doc_id": "d1", "metadata": {"modified": "2026-12-02"}},
        {"id": "c2", "text": "text 2", "doc_id": "d2", "metadata": {"modified": "2026-11-02T00:00:00Z"}},
    ]
    Path("corpus.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return Path("corpus.jsonl")


def test_a_label_is_listed_until_somebody_judges_as_of_a_later_day(
    corpus: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["check"]) == 0 and "expired-label" not in capsys.readouterr().out.split("looked for:")[0]
    assert run(["check", "--corpus", str(corpus)]) == 0
    said = capsys.readouterr().out
    assert (
        "1 warning: expired-label" in said
        and "query 'q1' and chunk 'c1': ana judged as of 2026-12-01T10:00:00Z" in said
    )
    assert "its document changed 2026-12-02" in said and "'q2'" not in said
    line = {"query": "q1", "chunk": "c1", "grade": 3, "by": "ana", "as_of": "2026-12-03"}
    Path("again.jsonl").write_text(json.dumps(line))
    assert run(["review", "--apply", "again.jsonl"]) == 0
    assert GoldenDirectory("golden").judgments()[-1].as_of == "2026-12-03"
    capsys.readouterr()
    assert run(["check", "--corpus", str(corpus)]) == 0
    assert "warning: expired-label" not in capsys.readouterr().out


def test_of_what_is_held_out_only_the_count_is_said(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["freeze", "core", "--holdout", "1", "--k", "5"]) == 0
    capsys.readouterr()
    assert run(["check", "--corpus", str(corpus)]) == 0
    said = capsys.readouterr().out
    assert "1 label of held-out queries older" in said and "'q1'" not in said
