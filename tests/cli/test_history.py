"""`goldkit status --history`: every scored run once, in the order of time, from the ledger and the dev log."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from goldkit.cli.exits import run
from goldkit.records import Judgment, Query
from goldkit.sets.enroll import enroll
from goldkit.store.golden import GoldenDirectory

AT = "2026-12-01T10:00:00Z"


@pytest.fixture
def golden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """60 labelled queries, half frozen as `core`, and two runs over them, the second with the commit that made it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDKIT_NOW", AT)
    directory = GoldenDirectory("golden")
    directory.create()
    queries = [Query(id=f"q{n:02}", text=f"{n:02}{'abcdefghij'[n % 10] * (n + 4)}?") for n in range(60)]
    lines = [
        Judgment(query=q.id, chunk=f"c-{q.id}", grade=3, status="decided", source="human", by="ana", at=AT)
        for q in queries
    ]
    enroll(directory, queries, lines)
    assert run(["freeze", "core", "--holdout", "0.5", "--k", "5", "--seed", "1"]) == 0
    Path("one.jsonl").write_text("\n".join(json.dumps({"query": q.id, "chunks": ["x"]}) for q in queries))
    head = json.dumps({"run": {"commit": "abcdef0123456789"}})
    Path("two.jsonl").write_text(
        "\n".join([head, *(json.dumps({"query": q.id, "chunks": [f"c-{q.id}"]}) for q in queries)])
    )
    return tmp_path / "golden"


def test_each_change_is_one_clean_line(
    golden: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(["status", "--history"]) == 0
    assert "nothing was scored yet" in capsys.readouterr().out
    for _ in range(2):
        assert run(["score", "dev", "one.jsonl", "two.jsonl"]) == 0
    monkeypatch.setenv("GOLDKIT_NOW", "2026-12-02T10:00:00Z")
    assert run(["score", "core", "one.jsonl", "two.jsonl"]) == 0
    capsys.readouterr()
    assert run(["status", "--history"]) == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert len(lines) == 4
    assert lines[1] == "2026-12-01 10:00 dev two abcdef0 recall@5 1.000 MRR 1.000 nDCG@5 1.000 better"
    assert lines[3] == "2026-12-02 10:00 core, look 1 two abcdef0 recall@5 1.000 MRR 1.000 nDCG@5 1.000 better"
    assert run(["status", "--history", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["history"]
    assert [(line["set"], line["look"], line["run"]) for line in told] == [
        ("dev", None, "one"),
        ("dev", None, "two"),
        ("core", 1, "one"),
        ("core", 1, "two"),
    ]
    assert "q0" not in json.dumps(told)


def test_a_gate_on_a_frozen_set_leaves_its_verdict_alone(golden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["score", "core", "one.jsonl", "two.jsonl", "--gate", "recall@5 >= 0.5", "--ledger", "kept.jsonl"]
    assert run(command) == 0
    (line,) = Path("kept.jsonl").read_text().splitlines()
    assert [(one["name"], one.get("figures"), one.get("verdict")) for one in json.loads(line)["runs"]] == [
        ("one", None, None),
        ("two", None, "gate pass"),
    ]


def test_no_verdict_is_kept_once_the_looks_are_spent(golden: Path) -> None:
    directory = GoldenDirectory(golden)
    digest = json.loads((golden / "frozen/core/manifest.json").read_bytes())["digest"]
    directory.append("ledger.jsonl", [{"at": AT, "set": digest, "look": 10, "runs": [{"digest": "x"}], "k": 5}])
    assert run(["score", "core", "one.jsonl", "two.jsonl"]) == 0
    assert [one.get("verdict") for one in directory.ledger()[-1].runs] == [None, "none"]


def test_a_directory_that_cannot_be_written_is_scored_all_the_same(
    golden: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (golden / "dev-log.jsonl").mkdir()
    assert run(["score", "dev", "one.jsonl", "two.jsonl"]) == 0
    assert "not in the dev log" in capsys.readouterr().err


def test_two_clones_merge_their_looks_by_union_and_a_known_run_is_no_new_look(golden: Path) -> None:
    def git(*arguments: str) -> None:
        who = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"]
        subprocess.run(["git", *who, *arguments], cwd=golden.parent, check=True, capture_output=True)

    git("init")
    git("add", "golden")
    git("commit", "-m", "frozen")
    git("checkout", "-b", "other")
    assert run(["score", "core", "one.jsonl"]) == 0
    git("add", "golden")
    git("commit", "-m", "one look")
    git("checkout", "main")
    assert run(["score", "core", "two.jsonl"]) == 0
    git("add", "golden")
    git("commit", "-m", "another look")
    git("merge", "other", "-m", "both")
    directory = GoldenDirectory(golden)
    assert [look.look for look in directory.ledger()] == [1, 1]
    assert run(["score", "core", "one.jsonl", "two.jsonl"]) == 0
    assert len(directory.ledger()) == 2
    Path("three.jsonl").write_text(Path("one.jsonl").read_text().replace('"x"', '"y"'))
    assert run(["score", "core", "three.jsonl"]) == 0
    assert directory.ledger()[-1].look == 3


def test_a_figure_that_is_no_number_is_left_out(golden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["score", "core", "one.jsonl", "two.jsonl"]) == 0
    ledger = golden / "ledger.jsonl"
    ledger.write_text(ledger.read_text().replace('"MRR":1.0', '"MRR":"high"'))
    capsys.readouterr()
    assert run(["status", "--history"]) == 0
    assert " ".join(capsys.readouterr().out.split()).endswith("two abcdef0 recall@5 1.000 nDCG@5 1.000 better")
