"""`goldkit.diff` of two frozen sets: the numbers of the command, and single queries only where they are burned for it."""

import contextlib
import io
import json
import shutil

import pytest

import goldkit
from goldkit.cli.exits import run

AT, LATER = "2026-12-01T10:00:00Z", "2026-12-02T10:00:00Z"


def decided(query, chunk, at=AT):
    return goldkit.Judgment(query=query, chunk=chunk, grade=3, status="decided", source="human", by="ana", at=at)


@pytest.fixture
def golden(tmp_path, monkeypatch):
    """A golden directory with a frozen v1, and v2 in which one more chunk answers one of its queries."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDKIT_NOW", LATER)
    directory = goldkit.GoldenDirectory("golden")
    directory.create()
    words = [chr(97 + n % 26) * (n + 3) for n in range(30)]
    queries = [goldkit.Query(id=f"secret{n:02}", text=f"{word} {n}?") for n, word in enumerate(words)]
    chunks = [goldkit.Chunk(id=f"c{n:02}", text=f"the answer {word}") for n, word in enumerate(words)]
    goldkit.enroll(directory, queries, [decided(query.id, f"c{query.id[-2:]}") for query in queries], chunks)
    goldkit.freeze("v1", 0.5, directory, at=AT, k=5)
    held_out = min(query.id for query in goldkit.resolve_set("v1", directory.path).queries)
    directory.append("judgments.jsonl", [decided(held_out, "c-other", LATER)])
    goldkit.freeze("v2", golden=directory, at=LATER, parent="v1")
    return directory.path, held_out


def printed(*arguments):
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(io.StringIO()):
        assert run([str(argument) for argument in arguments]) == 0
    return json.loads(said.getvalue())


def test_two_sets_are_told_apart_in_the_command_s_numbers(golden):
    place, held_out = golden
    found = goldkit.diff("v1", "v2", golden=place)
    assert found.to_dict() == printed("diff", "v1", "v2", "--golden", place, "--json")
    assert found.to_rows() == [{"by": "ana", "why": "judged", "changed": 1}]
    assert "15 in both, 1 label changed" in found.caption
    assert held_out not in json.dumps(found.to_dict()) + found._repr_html_()
    assert found == goldkit.diff(
        place / "frozen" / "v1", place / "frozen" / "v2", golden=goldkit.GoldenDirectory(place)
    )


def test_single_queries_are_burned_before_they_are_named(golden, tmp_path):
    place, held_out = golden
    shutil.copytree(place, tmp_path / "copy")
    found = goldkit.diff("v1", "v2", golden=place, burn=True, at=LATER)
    assert found.to_dict() == printed("diff", "v1", "v2", "--golden", tmp_path / "copy", "--burn", "--json")
    assert [row["query"] for row in found.to_rows()] == [held_out] and found.recorded == 1
    assert goldkit.GoldenSet.open(place).burned == {held_out}
    assert (place / "split.jsonl").read_bytes() == (tmp_path / "copy" / "split.jsonl").read_bytes()
    assert goldkit.diff("v1", "v2", golden=place, burn=True, at=LATER).recorded == 0


@pytest.mark.parametrize(
    ("call", "cure"),
    [
        (lambda: goldkit.diff("v1", "v2"), "pass golden='golden'"),
        (lambda: goldkit.diff("v1", "v3", golden="golden"), "v3: no frozen set"),
        (lambda: goldkit.diff("v1", "v2", golden="golden", burn=True), "pass at="),
        (lambda: goldkit.diff("v1", "v2", golden="golden", corpus="corpus.jsonl"), "for two runs"),
        (lambda: goldkit.diff({"q": ["a"]}, {"q": ["a"]}, golden="golden"), "leave golden out"),
        (lambda: goldkit.diff({"q": ["a"]}, {"q": ["b"]}, burn=True), "for two frozen sets"),
    ],
)
def test_what_goes_with_the_other_kind_is_refused(call, cure, golden):
    with pytest.raises(goldkit.UsageError, match=cure):
        call()
    assert goldkit.GoldenSet.open(golden[0]).burned == set()


def test_the_command_refuses_of_two_sets_what_is_for_runs(golden, capsys):
    assert run(["diff", "v1", "v2", "--match-text"]) == 2
    assert "are for two runs" in capsys.readouterr().err
