"""`goldkit score --ladder`: a figure is shown only where it beats the best by more than its noise, and the ledger remembers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from goldkit.cli.exits import run
from goldkit.records import Judgment, Query
from goldkit.sets.enroll import enroll
from goldkit.statistics.ladder import improves, released
from goldkit.store.golden import GoldenDirectory

AT = "2026-12-01T10:00:00Z"


def test_a_step_must_be_larger_than_its_noise() -> None:
    base = [0.0] * 100
    assert not improves(base, [1.0] + [0.0] * 99)  # mean 0.01, standard error 0.01
    assert improves(base, [1.0] * 4 + [0.0] * 96) and not improves([1.0] * 100, base)
    assert released(base, [[1.0] * 10 + [0.0] * 90, [1.0] * 11 + [0.0] * 89, [1.0] * 30 + [0.0] * 70]) == [
        0.1,
        0.1,
        0.3,
    ]


@pytest.fixture(autouse=True)
def golden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """60 labelled queries, half frozen; runs that find the answers of all but every 2nd, 3rd (and one more), 7th query."""
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
    held = [json.loads(line)["id"] for line in Path("golden/frozen/core/queries.jsonl").read_text().splitlines()]
    for name, found in (("low", 10), ("same", 11), ("high", 20)):
        rankings = {q.id: [f"c-{q.id}"] if q.id in held[:found] else ["x"] for q in queries}
        Path(f"{name}.json").write_text(json.dumps(rankings))


def test_only_an_improvement_is_shown_and_the_ledger_has_no_other_figure(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["score", "core", "low.json", "same.json", "high.json", "--ladder"]) == 0
    said = capsys.readouterr().out
    assert "low: recall@5 0.333, where the Ladder stands" in said
    assert "same: no better than the best by more than its noise, which stays 0.333" in said
    assert "high: recall@5 0.667, better" in said and "0.367" not in said
    (look,) = GoldenDirectory("golden").ledger()
    assert [(one["ladder"], one.get("figures")) for one in look.runs] == [
        ("released", {"recall@5": 10 / 30}),
        ("kept", None),
        ("released", {"recall@5": 20 / 30}),
    ]


def test_a_later_call_begins_where_the_ladder_stands(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["score", "core", "low.json", "high.json", "--ladder"]) == 0
    assert run(["score", "core", "low.json", "same.json", "--ladder"]) == 2
    assert "stands at 'high': give that run first" in capsys.readouterr().err
    assert run(["score", "core", "high.json", "same.json", "--ladder", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["released"] for one in told["ladder"]] == [True, False] and told["look"] == 2


def test_a_run_that_was_scored_before_climbs_all_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["score", "core", "low.json", "high.json"]) == 0
    assert run(["score", "core", "low.json", "high.json", "--ladder"]) == 0
    first, second = GoldenDirectory("golden").ledger()
    assert [one["ladder"] for one in second.runs] == ["released", "released"] and first.look == second.look == 1
    assert "look 1 of 10" in capsys.readouterr().err.splitlines()[-1]
    assert run(["score", "core", "low.json", "same.json", "--ladder"]) == 2
    assert "stands at 'high'" in capsys.readouterr().err
    assert run(["score", "core", "high.json", "low.json", "--ladder"]) == 0
    assert len(GoldenDirectory("golden").ledger()) == 2
    assert run(["check"]) == 0


def test_the_ladder_stands_where_a_ledger_elsewhere_says(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["score", "core", "low.json", "high.json", "--ladder", "--ledger", "kept/ledger.jsonl"]) == 0
    assert run(["score", "core", "low.json", "same.json", "--ladder", "--ledger", "kept/ledger.jsonl"]) == 2
    assert "stands at 'high'" in capsys.readouterr().err


@pytest.mark.parametrize(
    "more", [["--per-query", "--burn"], ["--means-only"], ["--markdown"], ["--html", "x.html"], ["-m", "MRR"]]
)
def test_nothing_else_is_shown_beside_it(more: list[str]) -> None:
    assert run(["score", "core", "low.json", "high.json", "--ladder", *more]) == 2
    assert run(["score", "dev", "low.json", "high.json", "--ladder"]) == 2
    assert not GoldenDirectory("golden").ledger()
