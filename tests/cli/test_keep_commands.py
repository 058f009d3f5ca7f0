from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from goldkit.cli.exits import run
from goldkit.records import Chunk, Judgment, Query
from goldkit.sets.enroll import enroll
from goldkit.store.golden import GoldenDirectory

AT = "2026-12-01T10:00:00Z"


@pytest.fixture
def golden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A golden directory of 30 labelled queries in the working directory; the clock stands still."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDKIT_NOW", AT)
    directory = GoldenDirectory("golden")
    directory.create()
    queries = [Query(id=f"q{n:02}", text=f"{n:02}{'abcdefghij'[n % 10] * (n + 4)}?", origin="log") for n in range(30)]
    judgments = [
        Judgment(
            query=q.id, chunk=f"c-{q.id}", grade=3 if at % 3 else 2, status="decided", source="human", by="ana", at=AT
        )
        for at, q in enumerate(queries)
    ]
    enroll(directory, queries, judgments, [Chunk(id=f"c-{q.id}", text=f"text of {q.id}") for q in queries])
    return tmp_path / "golden"


def test_freeze_tells_what_it_held_out(golden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["freeze", "core", "--holdout", "0.5", "--k", "10", "--seed", "1"]) == 0
    said = capsys.readouterr()
    assert "15 queries of 30 with a label that counts (50%; 50% wanted): log 15 of 30" in said.out
    few = "- means of core over 15 blocks, and what is left in dev over 15 blocks; with fewer than 20 no score gives a verdict\n"
    assert said.out.count(few + "  do: mine or review more first; a freeze is undone by restoring") == 1
    assert "warning" not in said.err
    assert (golden / "frozen" / "core" / "manifest.json").is_file()
    assert json.loads((golden / "frozen" / "core" / "manifest.json").read_bytes())["at"] == AT


@pytest.mark.parametrize(
    ("count", "holdout", "said"),
    [
        (78, "0.24", "means of core over 19 blocks; with fewer than 20 no score gives a verdict"),
        (78, "0.8", "means of what is left in dev over 16 blocks; with fewer than 20 no score gives a verdict"),
        (90, "1", ""),
    ],
)
def test_nothing_speaks_against_sealing_only_where_verdicts_are_possible(
    golden: Path, capsys: pytest.CaptureFixture[str], count: int, holdout: str, said: str
) -> None:
    more = [Query(id=f"q{n}", text=f"{n} {'klmnopqrst'[n % 10] * (n - 20)}?", origin="log") for n in range(30, count)]
    decided = [
        Judgment(query=q.id, chunk=q.id, grade=3, status="decided", source="human", by="ana", at=AT) for q in more
    ]
    enroll(GoldenDirectory(golden), more, decided)
    assert run(["freeze", "core", "--holdout", holdout, "--k", "10", "--dry-run"]) == 0
    printed = capsys.readouterr()
    assert (said in printed.out) and ("20 no score" in printed.out) == bool(said)
    assert ("do: mine or review more first, or hold out a larger fraction" in printed.out) == ("core over" in said)
    assert "blocks" not in printed.err


def test_freeze_as_json_after_a_dry_run_that_changed_nothing(golden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["freeze", "core", "--holdout", "0.5", "--k", "10", "--seed", "1", "--json"]
    assert run([*command, "--dry-run"]) == 0
    rehearsed = json.loads(capsys.readouterr().out)
    assert not (golden / "frozen").exists()
    assert run(command) == 0
    done = json.loads(capsys.readouterr().out)
    assert rehearsed.items() <= done.items() and len(done["digest"]) == 64
    assert not any(name in json.dumps(done) for name in ("q00", "q01", "q02"))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["core"], "--holdout"),
        (["core", "--holdout", "0", "--k", "5"], "above 0"),
        (["core", "--holdout", "2", "--k", "5"], "up to 1"),
        (["core", "--holdout", "half", "--k", "5"], "valid number"),
        (["core", "--holdout", "0.5"], "--k"),
        (["core", "--holdout", "0.5", "--k", "0"], "at least 1"),
        (["dev", "--holdout", "0.5", "--k", "5"], "always there"),
        (["a/b", "--holdout", "0.5", "--k", "5"], "letters, digits"),
        (["core", "--holdout", "0.5", "--k", "5", "--golden", "nowhere"], "no golden directory"),
    ],
)
def test_what_does_not_fit_is_wrong_usage(
    arguments: list[str], said: str, golden: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["freeze", *arguments]) == 2
    assert said in capsys.readouterr().err
    assert not (golden / "frozen").exists()


def test_a_freeze_that_was_interrupted_is_finished_and_says_so(
    golden: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["freeze", "core", "--holdout", "0.5", "--k", "10"]) == 0
    (golden / "split.jsonl").unlink()
    assert run(["check"]) == 3
    assert run(["freeze", "core", "--holdout", "0.5"]) == 0
    assert "interrupted" in capsys.readouterr().out
    assert run(["check"]) == 0


def test_check_is_silent_about_a_sound_set_and_groups_what_is_wrong(
    golden: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["check"]) == 0
    assert "nothing wrong found" in capsys.readouterr().out
    lines = [
        Judgment(query=f"gone{n}", chunk="c", grade=2, status="decided", source="human", by="ana", at=AT)
        for n in range(8)
    ]
    GoldenDirectory(golden).append("judgments.jsonl", lines)
    assert run(["check"]) == 3
    said = capsys.readouterr().out
    assert "8 errors: unknown-query" in said and "… and 3 more (--all)" in said
    assert (
        said.count("cure: Mend it by hand: `git -C golden diff HEAD -- queries.jsonl`") == 1 and "'gone7'" not in said
    )
    assert "8 errors, 8 warnings" in said
    assert run(["check", "--all"]) == 3
    assert "'gone7'" in capsys.readouterr().out
    assert run(["check", "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["errors"] == 8


def test_warnings_alone_are_fine(golden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    enroll(GoldenDirectory(golden), [Query(id="new", text="what is new here?")])
    assert run(["check"]) == 0
    assert "0 errors, 1 warning" in capsys.readouterr().out


def test_status_tells_the_set_and_the_next_step(golden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["status"]) == 0
    said = capsys.readouterr().out
    assert "30 queries (log 30)" in said and "goldkit widen" in said
    assert run(["freeze", "core", "--holdout", "0.5", "--k", "10"]) == 0
    capsys.readouterr()
    assert run(["status", "--json"]) == 0
    value = json.loads(capsys.readouterr().out)
    assert value["queries"]["held_out"] == 15 and value["frozen"][0]["budget"] == 10
    assert list(value["visible"]["differences"]) == ["0.25", "0.35"]


ASSUMED = "  assuming that deltas spread by 0.25 or 0.35 from query to query; `goldkit score` measures it\n"


def test_what_a_set_can_see_is_said_to_be_assumed_once(golden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    freeze = ["freeze", "core", "--holdout", "0.5", "--k", "10"]
    for command in (["status"], [*freeze, "--dry-run"], freeze, ["status"]):
        assert run(command) == 0
        said = capsys.readouterr().out
        assert said.count(ASSUMED) == said.count("spread") == 1
        assert "(80% chance, 15 queries in 15 blocks" in said or "(80% chance, 30 queries in 30 blocks" in said


@pytest.mark.parametrize("count", [60, 100])
def test_status_suggests_no_freeze_that_freeze_itself_advises_against(
    golden: Path, capsys: pytest.CaptureFixture[str], count: int
) -> None:
    more = [Query(id=f"r{n}", text=f"{n} {'klmnopqrst'[n % 10] * (n - 20)}?", origin="log") for n in range(30, count)]
    decided = [
        Judgment(query=q.id, chunk=q.id, grade=3, status="decided", source="human", by="ana", at=AT) for q in more
    ]
    enroll(GoldenDirectory(golden), more, decided)
    settings = golden / "goldkit.json"
    settings.write_text(json.dumps(json.loads(settings.read_text()) | {"widened": {}}))
    assert run(["status"]) == 0
    *_, suggested = capsys.readouterr().out.splitlines()
    assert suggested.startswith("  goldkit freeze") == (count >= 100)
    holdout = ["freeze", "core", "--holdout", "0.5", "--k", "10", "--seed", "1", "--dry-run"]
    assert run([*suggested.split()[1:], "--dry-run"] if count >= 100 else holdout) == 0
    assert ("fewer than 50" in capsys.readouterr().out) == (count < 100)


def test_a_query_that_is_judged_and_has_nothing_relevant_is_not_said_to_have_no_label(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    GoldenDirectory("golden").create()
    line = Judgment(query="q", chunk="c", grade=0, status="decided", source="human", by="ana", at=AT)
    enroll(GoldenDirectory("golden"), [Query(id="q", text="why?")], [line])
    assert run(["status"]) == 0
    said = capsys.readouterr().out
    assert "1 with labels" in said and "can see    nothing: no query has a relevant label" in said


def test_nothing_is_assumed_of_a_set_without_labels(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    GoldenDirectory("golden").create()
    assert run(["status"]) == 0
    said = capsys.readouterr().out
    assert "can see    nothing: no query has a relevant label" in said and "assuming" not in said


def test_a_suggested_command_names_the_directory_where_it_has_to(
    golden: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GOLDKIT_DIR", raising=False)
    assert run(["status", "--golden", str(golden)]) == 0
    assert capsys.readouterr().out.endswith(f" --golden {golden}\n")
    monkeypatch.setenv("GOLDKIT_DIR", str(golden))
    assert run(["status"]) == 0
    assert "--golden" not in capsys.readouterr().out


@pytest.mark.parametrize("command", [["check"], ["status"], ["freeze", "core", "--holdout", "0.5", "--k", "5"]])
class TestHostileDirectories:
    def test_none(self, command: list[str], tmp_path: Path) -> None:
        assert run([*command, "--golden", str(tmp_path / "none")]) == 2

    def test_a_file(self, command: list[str], tmp_path: Path) -> None:
        (tmp_path / "file").write_text("{}")
        assert run([*command, "--golden", str(tmp_path / "file")]) == 2

    def test_an_empty_folder(self, command: list[str], tmp_path: Path) -> None:
        assert run([*command, "--golden", str(tmp_path)]) == 2

    @pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"scale":7}', '{"k":"ten"}', "\xff", "[" * 90_000])
    def test_broken_settings(
        self, command: list[str], text: str, golden: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (golden / "goldkit.json").write_text(text, encoding="latin-1")
        assert run(command) == 3
        assert "goldkit.json" in capsys.readouterr().err

    def test_a_newer_format(self, command: list[str], golden: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (golden / "goldkit.json").write_text('{"format":2}')
        assert run(command) == 3
        assert "upgrade goldkit" in capsys.readouterr().err

    def test_a_folder_in_place_of_a_file(self, command: list[str], golden: Path) -> None:
        (golden / "judgments.jsonl").unlink()
        (golden / "judgments.jsonl").mkdir()
        assert run(command) == 3

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may read anything")
    def test_a_file_that_may_not_be_read(self, command: list[str], golden: Path) -> None:
        (golden / "queries.jsonl").chmod(0)
        assert run(command) == 3


def test_what_was_judged_and_is_edited_or_gone_is_found_and_cured(
    golden: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = {f"c-q{n:02}": f"text of q{n:02}" for n in range(30) if n != 1} | {"c-q00": "edited"}
    corpus = golden.parent / "corpus.jsonl"
    corpus.write_text("".join(json.dumps({"id": name, "text": text}) + "\n" for name, text in texts.items()))
    look = ["check", "--corpus", str(corpus)]
    assert run(look) == 0
    said = capsys.readouterr().out
    assert "1 decided label on another text of 'c-q00' than the corpus has now" in said
    assert "1 decided label names 'c-q01', which the corpus lacks: no run can find it" in said and "2 warnings" in said

    verdicts = golden.parent / "verdicts.jsonl"
    gone = {"query": "q01", "chunk": "c-q01", "grade": None, "reason": "gone", "by": "ana"}
    rows = [{"query": "q00", "chunk": "c-q00", "grade": 3, "by": "ana"}, gone]
    verdicts.write_text("".join(json.dumps(row) + "\n" for row in rows))
    monkeypatch.setenv("GOLDKIT_NOW", "2026-12-02T10:00:00Z")
    assert run(["review", "--apply", str(verdicts), "--corpus", str(corpus)]) == 0
    capsys.readouterr()
    run(look)
    said = capsys.readouterr().out
    assert "changed-chunk" not in said and "vanished-chunk" not in said


def test_a_missing_corpus_finds_no_edited_chunk(golden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check"]) == 0
    assert "changed-chunk:" not in capsys.readouterr().out


def test_a_corpus_without_copies_is_looked_through_once(golden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [{"id": f"c-q{n:02}", "text": f"text of q{n:02}"} for n in range(30)]
    (golden.parent / "corpus.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert run(["status"]) == 0 and "goldkit widen" in capsys.readouterr().out
    assert run(["widen", "--corpus", "corpus.jsonl"]) == 0 and ": 0 pairs" in capsys.readouterr().out
    assert run(["status"]) == 0 and "goldkit widen" not in capsys.readouterr().out
