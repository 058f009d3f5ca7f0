"""`goldkit.score` on a frozen set: no figure without a look in the ledger, whoever asks."""

import json

import pytest

import goldkit

AT = "2026-12-01T10:00:00Z"
RIGHT = {f"q{n:02}": [f"c{n}"] for n in range(40)}
WRONG = {name: ["elsewhere"] for name in RIGHT}
HALF = {name: found if n % 2 else ["elsewhere"] for n, (name, found) in enumerate(RIGHT.items())}


@pytest.fixture
def golden(tmp_path):
    """A golden directory of 40 unrelated questions, most of them frozen as `core` with two looks."""
    directory = goldkit.GoldenDirectory(tmp_path / "golden")
    directory.create()
    (directory.path / "goldkit.json").write_text('{"format": 1, "look_budget": 2}', encoding="utf-8")
    directory = goldkit.GoldenDirectory.open(directory.path)
    words = [chr(97 + n % 26) * (n + 3) for n in range(40)]
    given = {"grade": 3, "status": "decided", "source": "human", "by": "ana", "at": AT}
    goldkit.enroll(
        directory,
        [goldkit.Query(id=f"q{n:02}", text=f"{word} {n}?") for n, word in enumerate(words)],
        [goldkit.Judgment(query=f"q{n:02}", chunk=f"c{n}", **given) for n in range(40)],
        [goldkit.Chunk(id=f"c{n}", text=f"the answer {word}") for n, word in enumerate(words)],
    )
    goldkit.freeze("core", 0.8, directory, seed=1, k=5, at=AT)
    return directory.path


def looks(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


def test_a_look_is_in_the_ledger_and_the_same_run_again_is_none(golden):
    core = goldkit.resolve_set("core", golden)
    result = goldkit.score(core, {"old": WRONG, "new": RIGHT}, at=AT)
    (line,) = looks(golden / "ledger.jsonl")
    assert (line["set"], line["look"], line["at"]) == (core.digest, 1, AT)
    assert [(run["name"], run["figures"]["recall@5"]) for run in line["runs"]] == [("old", 0.0), ("new", 1.0)]
    assert result.look == 1
    again = goldkit.score(core, {"new": RIGHT, "old": WRONG}, at="2026-12-02T10:00:00Z")
    assert again.look == 1 and len(looks(golden / "ledger.jsonl")) == 1


def test_the_reports_of_the_result_say_the_look(golden):
    core = goldkit.resolve_set("core", golden)
    goldkit.score(core, {"old": WRONG}, at=AT)
    result = goldkit.score(core, {"old": WRONG, "new": RIGHT}, at=AT)
    assert "look 2 of 2" in goldkit.score_text(result)
    assert "look 2 of 2" in goldkit.score_html(result, AT)
    assert result.to_dict()["look"] == 2


def test_once_the_looks_are_spent_no_verdict_holds(golden):
    core = goldkit.resolve_set("core", golden)
    first = goldkit.score(core, {"old": WRONG, "new": RIGHT}, at=AT)
    assert first.deltas[0].verdict == "better"
    goldkit.score(core, {"half": HALF}, at=AT)
    reversed_run = {name: list(reversed(["x", *found])) for name, found in RIGHT.items()}
    third = goldkit.score(core, {"old": WRONG, "newer": reversed_run}, at=AT)
    assert third.look == 3 and {delta.verdict for delta in third.deltas} == {"none"}


@pytest.mark.parametrize(("at", "cure"), [(None, "pass at='2026-12-01T10:00:00Z'"), ("today", "is no ISO 8601 time")])
def test_without_a_time_nothing_is_shown_and_nothing_counted(at, cure, golden):
    with pytest.raises(goldkit.UsageError, match=cure):
        goldkit.score(goldkit.resolve_set("core", golden), {"r": RIGHT}, at=at)
    assert looks(golden / "ledger.jsonl") == []


def test_a_call_that_fails_is_no_look(golden):
    with pytest.raises(goldkit.DataError):
        goldkit.score(goldkit.resolve_set("core", golden), {"r": {"elsewhere": ["c1"]}}, at=AT)
    assert looks(golden / "ledger.jsonl") == []


def test_a_ledger_elsewhere_is_written_in_place_of_the_set_s_own(golden, tmp_path):
    core = goldkit.resolve_set("core", golden)
    goldkit.score(core, {"old": WRONG}, at=AT)
    result = goldkit.score(core, {"new": RIGHT}, at=AT, ledger=tmp_path / "kept" / "ledger.jsonl")
    assert result.look == 2, "both are counted"
    assert len(looks(golden / "ledger.jsonl")) == 1
    assert [run["name"] for run in looks(tmp_path / "kept" / "ledger.jsonl")[0]["runs"]] == ["new"]


def test_a_line_of_the_ledger_that_was_skipped_is_told(golden):
    core = goldkit.resolve_set("core", golden)
    goldkit.score(core, {"old": WRONG}, at=AT)
    with (golden / "ledger.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"at": "2026')
    result = goldkit.score(core, {"new": RIGHT}, at=AT)
    assert any("ledger.jsonl" in note for note in result.notes)


def test_single_queries_are_burned_before_they_are_returned(golden):
    core = goldkit.resolve_set("core", golden)
    with pytest.raises(goldkit.UsageError, match="shows aggregates only"):
        goldkit.score(core, {"r": RIGHT}, at=AT, options=goldkit.ScoreOptions(per_query=True))
    options = goldkit.ScoreOptions(explain=(core.queries[0].id,), burn=True)
    result = goldkit.score(core, {"r": RIGHT}, at=AT, options=options)
    assert [one.query.id for one in result.explain] == [core.queries[0].id]
    assert {query.id for query in result.queries} == {core.queries[0].id} == goldkit.GoldenSet.open(golden).burned


def test_dev_is_free(golden):
    result = goldkit.score(goldkit.GoldenSet.open(golden), {"r": RIGHT}, k=5)
    assert result.look is None and looks(golden / "ledger.jsonl") == []
