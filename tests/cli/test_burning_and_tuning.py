"""What was shown or tuned on enters no later hold-out, and no part of a set names what is held out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from goldkit.cli.exits import run
from goldkit.records import Chunk, Judgment, Query
from goldkit.sets.enroll import enroll
from goldkit.store.golden import GoldenDirectory

AT = "2026-12-01T10:00:00Z"
FREEZE = ["freeze", "core", "--holdout", "0.5", "--k", "5", "--seed", "1"]


@pytest.fixture
def golden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A golden directory of 60 labelled queries in the working directory, and two runs over them."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDKIT_NOW", AT)
    directory = GoldenDirectory("golden")
    directory.create()
    queries = [
        Query(id=f"secret{n:02}", text=f"{n:02}{'abcdefghij'[n % 10] * (n + 4)}?", origin="log") for n in range(60)
    ]
    judgments = [
        Judgment(query=q.id, chunk=f"c-{q.id}", grade=3, status="decided", source="human", by="ana", at=AT)
        for q in queries
    ]
    enroll(directory, queries, judgments, [Chunk(id=f"c-{q.id}", text=f"text of {q.id}") for q in queries])
    Path("one.json").write_text(json.dumps({q.id: [f"c-{q.id}"] for q in queries}))
    Path("two.json").write_text(json.dumps({q.id: ["x", f"c-{q.id}"] for q in queries}))
    return tmp_path / "golden"


def burned(golden: Path) -> set[str]:
    return {line.query for line in GoldenDirectory(golden).split() if line.burned}


def test_what_was_tuned_on_is_held_out_only_where_that_is_asked_for_and_said(
    golden: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["score", "dev", "one.json", "two.json"]) == 0 and not burned(golden)
    assert run(["score", "dev", "one.json", "two.json", "--tune"]) == 0
    assert len(burned(golden)) == 60
    assert "tuned on: 60 queries of dev burned" in capsys.readouterr().err
    assert run(["score", "dev", "one.json", "--tune"]) == 0 and len(GoldenDirectory(golden).split()) == 60
    assert run(FREEZE) == 2
    assert "frozen or burned query" in capsys.readouterr().err
    assert run([*FREEZE, "--allow-burned"]) == 0
    assert "burned: 30 of the held-out queries" in capsys.readouterr().out
    manifest = json.loads((golden / "frozen/core/manifest.json").read_bytes())
    assert manifest["parameters"]["allow_burned"] is True and manifest["counts"]["burned"] == 30


def test_tuning_on_a_frozen_set_burns_it_and_a_set_from_elsewhere_has_nothing_to_burn(
    golden: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(FREEZE) == 0
    assert run(["score", "core", "one.json", "--tune"]) == 0
    assert len(burned(golden)) == 30
    assert run(["check"]) == 0
    assert "30 of 30 queries in 'core' were shown" in capsys.readouterr().out
    Path("foreign.json").write_text(json.dumps({"q": ["c"]}))
    assert run(["score", "foreign.json", "one.json", "--tune"]) == 2
    assert "leave out --tune" in capsys.readouterr().err


def test_scoring_dev_names_none_of_the_queries_that_are_held_out(
    golden: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(FREEZE) == 0
    held_out = {json.loads(line)["id"] for line in (golden / "frozen/core/queries.jsonl").read_text().splitlines()}
    rankings = json.loads(Path("one.json").read_text())
    Path("one.json").write_text(json.dumps(rankings | {"stranger": ["x"]}))
    capsys.readouterr()
    assert run(["score", "dev", "one.json", "two.json"]) == 0
    said = capsys.readouterr()
    assert "ignored, held out or set aside: 30 queries" in said.out and "not in the set: 1 query: stranger" in said.out
    assert not any(name in said.out + said.err for name in held_out)


def test_the_manifest_tells_the_rubric_and_check_what_only_git_can_tell(
    golden: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["check"]) == 0
    assert "only git" not in capsys.readouterr().out
    assert run(FREEZE) == 0
    rubric = json.loads((golden / "frozen/core/manifest.json").read_bytes())["rubric"]
    assert list(rubric) == ["0", "1", "2", "3"] and "answers the question" in rubric["3"]
    capsys.readouterr()
    assert run(["check"]) == 0
    assert "only git can tell: a set sealed anew" in capsys.readouterr().out


def test_a_look_whose_line_was_cut_out_of_the_ledger_is_missed(
    golden: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(FREEZE) == 0
    for name in ("one.json", "two.json"):
        assert run(["score", "core", name]) == 0
    lines = (golden / "ledger.jsonl").read_bytes().splitlines(keepends=True)
    assert len(lines) == 2
    (golden / "ledger.jsonl").write_bytes(lines[1])
    capsys.readouterr()
    assert run(["check"]) == 0
    assert "no line for 1 look at 'core' (1)" in capsys.readouterr().out


def test_a_dispute_about_a_held_out_query_names_neither_it_nor_its_chunk(
    golden: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(FREEZE) == 0
    name = json.loads((golden / "frozen/core/queries.jsonl").read_text().splitlines()[0])["id"]
    line = Judgment(query=name, chunk=f"c-{name}", grade=0, status="decided", source="human", by="ben", at=AT)
    GoldenDirectory(golden).append("judgments.jsonl", [line])
    capsys.readouterr()
    assert run(["check", "--all"]) == 0
    said = capsys.readouterr().out
    assert "1 held-out query of core: " in said and name not in said
