"""One line under every score of a frozen set tells its looks, the corrected p and the optimism; none under any other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from goldkit.cli.exits import run
from goldkit.records import Judgment, Query
from goldkit.sets.enroll import enroll
from goldkit.store.golden import GoldenDirectory

AT = "2026-12-01T10:00:00Z"


@pytest.fixture(autouse=True)
def golden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
    Path("one.json").write_text(json.dumps({q.id: ["x"] for q in queries}))
    Path("two.json").write_text(json.dumps({q.id: [f"c-{q.id}"] if n % 3 else ["y"] for n, q in enumerate(queries)}))


@pytest.mark.parametrize(
    "more",
    [[], ["--markdown"], ["--means-only"], ["--labels", "decided"], ["--count", "chunks"], ["--k", "3"], ["--json"]],
)
def test_no_flag_scores_a_frozen_set_without_a_look_and_each_says_so(
    more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["score", "core", "one.json", "two.json", *more]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert len(GoldenDirectory("golden").ledger()) == 1
    if "--json" in more:
        assert json.loads(said)["look"] == 1
    else:
        assert "look 1 of 10, p is multiplied by 10" in said
    if not more:
        assert "the best of the 2 runs ever looked at here is expected to owe up to 0." in said


def test_one_run_has_no_best_of_several_and_dev_no_looks(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["score", "core", "one.json"]) == 0
    assert "look 1 of 10, p is multiplied by 10\n" in capsys.readouterr().out
    assert run(["score", "dev", "one.json", "two.json"]) == 0
    assert "look" not in capsys.readouterr().out


def test_looks_that_are_spent_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    directory = GoldenDirectory("golden")
    digest = json.loads(Path("golden/frozen/core/manifest.json").read_bytes())["digest"]
    directory.append("ledger.jsonl", [{"at": AT, "set": digest, "look": 10, "runs": [{"digest": "x"}], "k": 5}])
    assert run(["score", "core", "one.json", "two.json"]) == 0
    assert "look 11 of 10, they are spent, so no verdict holds" in " ".join(capsys.readouterr().out.split())


def test_a_copy_by_its_path_pays_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["score", "golden/frozen/core", "one.json", "two.json"]) == 0
    assert "look 1 of 10" in " ".join(capsys.readouterr().out.split())
    assert run(["score", "core", "one.json", "two.json"]) == 0
    assert "look 1 of 10" in " ".join(capsys.readouterr().out.split())
