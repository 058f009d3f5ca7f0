"""`goldkit rebase` as a user runs it."""

from __future__ import annotations

import io
import json
import re
import shlex
from pathlib import Path

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


def test_uncertain_labels_of_a_frozen_set_are_judged_by_the_commands_that_are_named(
    tmp_path, monkeypatch, capsys
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDKIT_NOW", "2026-12-02T10:00:00Z")
    monkeypatch.setenv("GOLDKIT_JUDGE", "eve")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
    long = (
        "The team of the watch has the keys, writes down each hour what the gauge shows, and calls the keeper at night."
    )
    texts = [f"The valve of hall {at} is opened at {at} o'clock. {long} Hall {at} has its own book." for at in range(4)]
    golden = GoldenDirectory("golden")
    golden.create()
    golden.add_chunks([Chunk(id=f"a#{at}", text=text) for at, text in enumerate(texts)])
    words = ["red", "green", "blue", "amber"]
    golden.rewrite_queries(lambda _: [Query(id=f"q-{word}", text=f"{word} {word}s of {word}?") for word in words])
    known = {"grade": 3, "status": "decided", "source": "human", "by": "ana", "at": "2026-12-01T10:00:00Z"}
    golden.append(
        "judgments.jsonl", [Judgment(query=f"q-{word}", chunk=f"a#{at}", **known) for at, word in enumerate(words)]
    )
    assert run(shlex.split("freeze core --holdout 1 --k 5 --seed 1")) == 0
    edited = [text.replace("o'clock.", "o'clock or 5 o'clock.") if at < 2 else text for at, text in enumerate(texts)]
    Path("new.jsonl").write_text("".join(json.dumps({"id": f"a#{n}", "text": t}) + "\n" for n, t in enumerate(edited)))
    capsys.readouterr()
    assert run(shlex.split("rebase --set core --as core-2 --corpus new.jsonl")) == 0
    note = next(line for line in capsys.readouterr().err.splitlines() if line.startswith("not in core-2: 2 labels"))
    put_up, judge, seal = re.findall(r"`goldkit ([^`]*)`", note)
    assert run(shlex.split(put_up)) == 0
    assert f"next: `goldkit {judge}` shows what is not certain" in capsys.readouterr().err
    assert run([*shlex.split(judge), "--terminal"]) == 0
    assert "2 left" in capsys.readouterr().err
    verdicts = [{"query": f"q-{word}", "chunk": f"a#{at}", "grade": 3} for at, word in enumerate(words[:2])]
    Path("v.jsonl").write_text("".join(json.dumps(line) + "\n" for line in verdicts))
    assert run(shlex.split("review --apply v.jsonl --corpus new.jsonl")) == 0
    assert run(shlex.split(seal.replace("NEW", "core-3"))) == 0
    sealed = (golden.path / "frozen/core-3/labels.jsonl").read_text()
    assert sealed.count('"judges":["eve"]') == 2 and sealed.count('"judges":["ana"]') == 2
