"""A frozen set's next version through the command line: what it holds, what differs and why, and what stays comparable."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from goldkit.cli.exits import run
from goldkit.records import Chunk, Judgment, Query
from goldkit.sets.enroll import enroll
from goldkit.store.golden import GoldenDirectory

AT, LATER = "2026-12-01T10:00:00Z", "2026-12-02T10:00:00Z"


def decided(query: str, chunk: str, grade: int = 3, by: str = "ana", at: str = AT, note: str | None = None) -> Judgment:
    return Judgment(query=query, chunk=chunk, grade=grade, status="decided", source="human", by=by, at=at, note=note)


def sealed(golden: Path, name: str) -> dict:
    folder = golden / "frozen" / name
    lines = [json.loads(line) for line in (folder / "queries.jsonl").read_text().splitlines()]
    return json.loads((folder / "manifest.json").read_bytes()) | {"ids": {line["id"] for line in lines}}


@pytest.fixture
def golden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """60 labelled queries, half frozen as v1; then one label of v1 is corrected, and a question about a chunk of v1 arrives."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDKIT_NOW", AT)
    directory = GoldenDirectory("golden")
    directory.create()
    queries = [Query(id=f"secret{n:02}", text=f"{n:02}{'abcdefghij'[n % 10] * (n + 4)}?") for n in range(60)]
    chunks = [Chunk(id=f"c{n:02}", text=f"text {n}") for n in range(60)]
    enroll(directory, queries, [decided(q.id, f"c{q.id[-2:]}") for q in queries], chunks)
    assert run(["freeze", "v1", "--holdout", "0.5", "--k", "5", "--seed", "1"]) == 0
    one, two = sorted(sealed(tmp_path / "golden", "v1")["ids"])[:2]
    enroll(directory, [Query(id="late", text="asked much later")], [decided("late", f"c{one[-2:]}", at=LATER)])
    directory.append("judgments.jsonl", [decided(two, "c-other", at=LATER, note="a hint")])
    monkeypatch.setenv("GOLDKIT_NOW", LATER)
    # the next freeze of any other part sees the tie
    assert run(["freeze", "other", "--holdout", "0.2", "--seed", "1"]) == 0
    Path("one.json").write_text(json.dumps({q.id: [f"c{q.id[-2:]}"] for q in queries} | {"late": []}))
    return tmp_path / "golden"


def test_a_version_keeps_corrects_and_adds_what_was_embargoed_because_of_it(
    golden: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["freeze", "v2", "--from", "v1"]) == 0
    said = capsys.readouterr().out
    assert (
        "from v1: 30 kept, 0 left out (burned, gone or without a label); 1 that were embargoed come in, 0 drawn" in said
    )
    old, new = sealed(golden, "v1"), sealed(golden, "v2")
    assert new["ids"] == old["ids"] | {"late"} and new["parent"] == old["digest"] and new["k"] == 5
    assert run(["check"]) == 0
    assert "two-sides" not in capsys.readouterr().out


def test_a_version_draws_more_of_dev_and_leaves_out_what_was_burned(golden: Path) -> None:
    old = sealed(golden, "v1")["ids"]
    GoldenDirectory(golden).append(
        "split.jsonl", [{"query": min(old), "burned": True, "at": LATER, "why": "score --burn"}]
    )
    assert run(["freeze", "v2", "--from", "v1", "--holdout", "0.5", "--seed", "3"]) == 0
    new = sealed(golden, "v2")["ids"]
    assert old - new == {min(old)} and len(new - old) >= 12 and not new & sealed(golden, "other")["ids"]


def test_diff_tells_in_numbers_who_changed_what_and_single_queries_only_when_burned(
    golden: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["freeze", "v2", "--from", "v1"]) == 0
    capsys.readouterr()
    assert run(["diff", "v1", "v2"]) == 0
    said = capsys.readouterr().out
    assert "v2, a version of v1, against v1" in said and "1 added, 0 removed, 30 in both" in said
    assert "1 by ana: judged" in said and "compared on 29 queries" in said
    assert "secret" not in said and "late" not in said and "hint" not in said
    assert run(["diff", "v1", "v2", "--burn", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    (change,) = told["changes"]
    assert told["added"] == ["late"] and (change["chunk"], change["after"], change["note"]) == ("c-other", 3, "a hint")
    burned = {line.query for line in GoldenDirectory(golden).split() if line.burned}
    assert burned == {"late", change["query"]}
    assert run(["diff", "v1", "one.json"]) == 2 and run(["diff", "one.json", "one.json", "--burn"]) == 2


def test_diff_tells_of_questions_that_ask_something_else_now(golden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = min(sealed(golden, "v1")["ids"])
    lines = [json.loads(line) for line in (golden / "queries.jsonl").read_text().splitlines()]
    lines = [line | {"text": "asked otherwise"} if line["id"] == name else line for line in lines]
    (golden / "queries.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    capsys.readouterr()
    assert run(["freeze", "v2", "--from", "v1"]) == 0
    assert "looks at either count for both" in capsys.readouterr().out
    assert run(["diff", "v1", "v2"]) == 0
    said = capsys.readouterr().out
    assert "worded anew: 1 query of these" in said and "compared on 28 queries" in said and name not in said
    assert run(["diff", "v1", "v2", "--burn"]) == 0
    assert f"~ {name}" in capsys.readouterr().out
    assert name in {line.query for line in GoldenDirectory(golden).split() if line.burned}


def test_score_says_on_which_part_two_versions_are_comparable(golden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["freeze", "v2", "--from", "v1", "--holdout", "0.5", "--seed", "3"]) == 0
    capsys.readouterr()
    assert run(["score", "v2", "one.json"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert (
        "scores of v1 are comparable on the 29 queries that both score by the same labels: recall@5 one 1.000" in said
    )
    assert run(["score", "v1", "one.json"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "scores of v2 are comparable on the 29 queries" in said and "the other 1 are too few to show apart" in said


def test_the_looks_at_a_parent_are_looks_at_its_version(golden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["score", "v1", "one.json"]) == 0
    assert run(["freeze", "v2", "--from", "v1"]) == 0
    capsys.readouterr()
    assert run(["score", "v2", "one.json"]) == 0
    said = capsys.readouterr()
    words = "look 2 of 10, 1 of them at its parent v1"
    assert f"{words}, p is multiplied by 10" in " ".join(said.out.split())
    assert said.err.startswith("look 2 of 10 at v2, 1 of them at its parent v1\n")
    assert run(["score", "v2", "one.json", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["look"] == 2 and told["looks_elsewhere"] == [["its parent v1", 1]]
    assert run(["status"]) == 0
    said = capsys.readouterr().out
    assert "2 of 10 looks used, 1 of them at its parent v1" in said and "2 of 10 looks used, 1 of them at v2" in said
    assert run(["check"]) == 0 and "ledger-gap" not in capsys.readouterr().out


@pytest.mark.parametrize("more", [["--from", "nowhere"], ["--from", "v1", "--holdout", "2"], []])
def test_what_does_not_fit_is_wrong_usage(more: list[str], golden: Path) -> None:
    assert run(["freeze", "v2", *more]) == 2 and not (golden / "frozen" / "v2").exists()
