"""`--match-text` of score, pool and diff, as a user gives it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from goldkit.cli.exits import run
from goldkit.records import Judgment, Query
from goldkit.store.golden import GoldenDirectory

LIT = "The kiln is lit at six in the morning by whoever comes first, and it is hot enough for the first plates at nine."
OPEN = "Open the kiln only when it is cold to the hand, for a glaze that cools too quickly cracks from rim to foot."
SHOP = "The shop opens at ten and closes when the last customer has gone, which on market days can be late at night."
CORPUS = {"kiln/1": LIT, "kiln/2": OPEN, "shop": SHOP}


def lines(records) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """A golden directory with one judged question, and the same run by text and by id."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDKIT_NOW", "2026-12-01T10:00:00Z")
    monkeypatch.delenv("GOLDKIT_DIR", raising=False)
    (tmp_path / "corpus.jsonl").write_text(lines({"id": name, "text": text} for name, text in CORPUS.items()))
    texts = [{"page_content": text} for text in (SHOP, LIT.replace(" ", "\n", 3), "Nobody wrote this.")]
    (tmp_path / "texts.jsonl").write_text(lines([{"query": "hot", "chunks": texts}]))
    (tmp_path / "ids.jsonl").write_text(lines([{"query": "hot", "chunks": ["shop", "kiln/1", "gone"]}]))
    golden = GoldenDirectory(tmp_path / "golden")
    golden.create()
    golden.rewrite_queries(lambda _: [Query(id="hot", text="when is it hot?")])
    judged = {"grade": 3, "status": "decided", "source": "human", "by": "ana", "at": "2026-11-01T10:00:00Z"}
    golden.append("judgments.jsonl", [Judgment(query="hot", chunk="kiln/1", **judged)])
    return tmp_path


MATCHED = "matched 2 of 3 results by text: 1 exactly, 1 but for white space or markup; 1 fit none"


def test_score(folder, capsys):
    assert run(["score", "dev", "texts.jsonl"]) == 3
    assert "Or have the texts matched to the corpus: --match-text --corpus C." in capsys.readouterr().err
    asked = ["--match-text", "--corpus", "corpus.jsonl"]
    assert run(["score", "dev", "texts.jsonl", *asked]) == 0
    said = capsys.readouterr().out
    assert f"- texts: {MATCHED}" in said and "0.500" in said
    for report in ("--markdown", "--means-only"):
        assert run(["score", "dev", "texts.jsonl", *asked, report]) == 0
        assert MATCHED in capsys.readouterr().out
    assert run(["score", "dev", "texts.jsonl", "ids.jsonl", *asked, "--json", "--html", "page.html"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found)[-2:] == ["matched", "interval_caution"]
    assert [(line["run"], line["ids"], line["none"]) for line in found["matched"]] == [("texts", 0, 1), ("ids", 2, 1)]
    assert found["runs"][0]["means"] == found["runs"][1]["means"]
    assert MATCHED in (folder / "page.html").read_text()


def test_diff(folder, capsys):
    asked = ["diff", "texts.jsonl", "ids.jsonl", "--k", "2", "--json"]
    assert run([*asked, "--match-text", "--corpus", "corpus.jsonl"]) == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["overlap"]["mean"] == 1.0 and f"texts: {MATCHED}" in said.err
    assert run([*asked, "--match-text"]) == 2
    assert "--match-text needs the texts of the chunks" in capsys.readouterr().err


def test_pool(folder, capsys):
    asked = ["pool", "texts.jsonl", "--corpus", "corpus.jsonl", "--no-bm25"]
    assert run(asked) == 3
    capsys.readouterr()
    assert run([*asked, "--match-text"]) == 0
    said = capsys.readouterr()
    assert f"texts: {MATCHED}" in said.err
    proposed = [line.chunk for line in GoldenDirectory(folder / "golden").judgments() if line.source == "pool"]
    assert proposed == ["shop"]  # not what fits no chunk
