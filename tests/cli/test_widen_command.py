"""`goldkit widen` as a user runs it, on a small golden directory."""

from __future__ import annotations

import json
import textwrap
from dataclasses import replace

import pytest

from goldkit.cli.exits import run
from goldkit.duplicates.followed import followed
from goldkit.records import Chunk, Copy, Judgment, Query, SplitLine
from goldkit.reports.widen_text import why
from goldkit.sets.golden import read_golden
from goldkit.store.golden import GoldenDirectory

BODY = (
    "The gateway closes an idle connection after 30 seconds unless keepalive is set. It forwards each request to the "
    "Hamburg site and writes a line to the log. Operators find the setting in the panel of the console."
)
CORPUS = {
    "a": BODY,
    "b": BODY,
    "c": textwrap.fill(BODY, 60),
    "d": BODY.replace("30", "60"),
    "e": "Something else that has nothing to do with any of the others, but is long enough to be compared with them.",
}


def write_corpus(path, texts) -> None:
    path.write_text("".join(json.dumps({"id": name, "text": text}) + "\n" for name, text in texts.items()))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDKIT_NOW", "2026-12-01T10:00:00Z")
    monkeypatch.delenv("GOLDKIT_DIR", raising=False)
    write_corpus(tmp_path / "corpus.jsonl", CORPUS)
    golden = GoldenDirectory(tmp_path / "golden")
    golden.create()
    golden.add_chunks([Chunk(id="a", text=BODY)])
    golden.rewrite_queries(lambda _: [Query(id="q1", text="how long may a connection be idle?")])
    golden.append("judgments.jsonl", [judgment("a", 3)])
    return tmp_path


def judgment(chunk: str, grade: int) -> Judgment:
    return Judgment(
        query="q1", chunk=chunk, grade=grade, status="decided", source="human", by="ana", at="2026-11-01T10:00:00Z"
    )


def files(folder):
    return {path.name: path.read_bytes() for path in (folder / "golden").iterdir() if path.is_file()}


def widened(capsys, *more: str) -> dict:
    assert run(["widen", "--corpus", "corpus.jsonl", "--json", *more]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_report(folder, capsys):
    assert run(["widen", "--corpus", "corpus.jsonl"]) == 0
    assert capsys.readouterr().out == (
        "1 decided chunk against 5 of the corpus: 3 pairs of near-duplicates\n"
        "  same     1  exact   the same text\n"
        "  same     1          only form differs\n"
        "  differs  1  number\n"
        "found by MinHash, 25 bands × 5 rows: a pair at Jaccard 0.8 is found with probability 0.99995; "
        "every pair is verified exactly\n"
        "for instance these differ, so that nothing follows from them:\n"
        "  a ~ d  number: “30 seconds” → “60 seconds”\n"
        "\n"
        "new: 3; known before: 0; left to a person's verdict: 0; retracted: 0\n"
        "labels that follow from copies: 2 (0 before)\n"
        "  q1: b is 3 as a copy of a (the same text, Jaccard 1.000)\n"
        "  q1: c is 3 as a copy of a (only form differs, Jaccard 1.000)\n"
    )


def test_pairs_and_the_texts_of_their_ends_are_kept_and_a_second_run_changes_no_byte(folder, capsys):
    assert [(pair["a"], pair["b"], pair["verdict"]) for pair in widened(capsys)["new"]] == [
        ("a", "b", "same"),
        ("a", "c", "same"),
        ("a", "d", "differs"),
    ]
    golden = GoldenDirectory(folder / "golden")
    assert [chunk.id for chunk in golden.chunks()] == ["a", "b", "c", "d"]
    before = files(folder)
    again = widened(capsys)
    assert (again["new"], again["known"], again["derived_before"], again["derived_after"]) == ([], 3, 2, 2)
    assert files(folder) == before


def test_each_new_label_says_whose_copy_it_is_once(folder, capsys):
    assert widened(capsys)["followed"] == [
        {"query": "q1", "chunk": "b", "grade": 3, "copy_of": "a", "jaccard": 1.0, "rule": "exact"},
        {"query": "q1", "chunk": "c", "grade": 3, "copy_of": "a", "jaccard": 1.0, "rule": None},
    ]
    assert widened(capsys)["followed"] == []


def test_a_held_out_query_is_counted_but_not_named(folder, capsys):
    golden = GoldenDirectory(folder / "golden")
    golden.append("split.jsonl", [SplitLine(query="q1", side="core", at="2026-11-02T10:00:00Z", why="freeze core")])
    assert run(["widen", "--corpus", "corpus.jsonl", "--dry-run"]) == 0
    followed = capsys.readouterr()
    assert "labels that follow from copies: 2 (0 before)" in followed.out and "q1" not in followed.out + followed.err
    golden.append("judgments.jsonl", [judgment("b", 0)])
    assert run(["widen", "--corpus", "corpus.jsonl"]) == 0
    in_conflict = capsys.readouterr()
    assert "conflict" not in in_conflict.out and "q1" not in in_conflict.out + in_conflict.err
    assert "q1" not in json.dumps(widened(capsys))


def test_a_dry_run_writes_nothing(folder, capsys):
    before = files(folder)
    assert len(widened(capsys, "--dry-run")["new"]) == 3
    assert files(folder) == before
    assert run(["widen", "--corpus", "corpus.jsonl", "--dry-run"]) == 0
    assert capsys.readouterr().err == "dry run: nothing was changed\n"


def test_a_person_s_verdict_stands(folder, capsys):
    said = Copy(a="d", b="a", jaccard=0.9, containment=(0.9, 0.9), verdict="same", by="ana", at="2026-01-01T00:00:00Z")
    GoldenDirectory(folder / "golden").append("copies.jsonl", [said])
    report = widened(capsys)
    assert (report["people"], len(report["new"]), report["derived_before"], report["derived_after"]) == (1, 2, 1, 3)


def test_a_label_says_who_made_it_a_copy_and_that_only_the_answer_is_sure(folder, capsys):
    golden = GoldenDirectory(folder / "golden")
    said = Copy(a="e", b="b", jaccard=0.1, containment=(0.2, 0.2), verdict="same", by="ana", at="2026-01-01T00:00:00Z")
    golden.append("copies.jsonl", [said])
    golden.append(
        "judgments.jsonl", [replace(judgment("b", 3), quote="unless keepalive is set", at="2026-11-02T10:00:00Z")]
    )
    assert run(["widen", "--corpus", "corpus.jsonl"]) == 0
    out = capsys.readouterr().out
    assert "d is 3 as a copy of b (number differs, but not in the words that answer, Jaccard 0.846)" in out
    assert run(["widen", "--undo"]) == 0
    golden.append("copies.jsonl", [replace(said, verdict="retracted")])
    before = read_golden(golden).folded
    golden.append("copies.jsonl", [replace(said, by="ben")])
    (label,) = followed(before, read_golden(golden).folded)
    assert (label.chunk, label.person, why(label)) == ("e", "ben", "ben says so, Jaccard 0.100")


def test_copies_that_were_judged_apart_are_a_conflict_and_the_judgments_stand(folder, capsys):
    GoldenDirectory(folder / "golden").append("judgments.jsonl", [judgment("b", 0)])
    assert run(["widen", "--corpus", "corpus.jsonl"]) == 0
    assert "conflict: a and b are copies, but judged differently for q1; the judgments stand" in capsys.readouterr().out


def test_a_pair_whose_text_changed_is_judged_anew_or_retracted(folder, capsys, monkeypatch):
    widened(capsys)
    monkeypatch.setenv("GOLDKIT_NOW", "2026-12-02T10:00:00Z")
    write_corpus(folder / "corpus.jsonl", CORPUS | {"b": CORPUS["e"] + " b", "c": BODY.replace("30", "90")})
    report = widened(capsys)
    assert [(pair["b"], pair["verdict"]) for pair in report["new"]] == [("b", "retracted"), ("c", "differs")]
    assert (report["retracted"], report["derived_before"], report["derived_after"]) == (1, 2, 0)
    assert widened(capsys)["new"] == []


@pytest.mark.parametrize("text", [CORPUS["e"] + " b", BODY.replace("30", "90"), BODY.replace("30", "10")])
def test_what_changed_within_one_second_holds_and_is_said_once(folder, capsys, text):
    """Of two lines of one second the greater would stand, so the second is dated after the first."""
    write_corpus(folder / "corpus.jsonl", CORPUS)
    for texts in (CORPUS, CORPUS | {"b": text}, CORPUS, CORPUS | {"b": text}):
        write_corpus(folder / "corpus.jsonl", texts)
        said = widened(capsys)
        before = files(folder)
        assert widened(capsys)["new"] == []
        assert files(folder) == before
        labels = read_golden(GoldenDirectory(folder / "golden")).labels("q1")
        assert ("b" in labels) == (texts["b"] == BODY)
        assert said["derived_after"] == len(labels) - 1, "what is told holds"


def test_an_edited_labelled_chunk_is_named_and_a_lost_text_too(folder, capsys):
    GoldenDirectory(folder / "golden").append("judgments.jsonl", [judgment("gone", 3)])
    write_corpus(folder / "corpus.jsonl", CORPUS | {"a": "edited"})
    assert run(["widen", "--corpus", "corpus.jsonl"]) == 0
    said = capsys.readouterr().out
    assert "edited since they were judged: a;" in said
    assert "decided, but the text is neither stored nor in the corpus: gone" in said


def test_without_decisions_the_way_to_them_is_named(folder, capsys):
    (folder / "golden/judgments.jsonl").unlink()
    assert run(["widen", "--corpus", "corpus.jsonl"]) == 0
    assert "no chunk is decided yet" in capsys.readouterr().out


def test_wrong_usage_and_bad_data_have_their_codes(folder, capsys):
    assert run(["widen", "--corpus", "corpus.jsonl", "--golden", "nowhere"]) == 2
    assert run(["widen", "--corpus", "nowhere.jsonl"]) == 2
    assert run(["widen"]) == 2
    (folder / "corpus.jsonl").write_text('{"id":"a","text":"one"}\n{"id":"b"}\n')
    assert run(["widen", "--corpus", "corpus.jsonl"]) == 3
    assert "corpus.jsonl:2" in capsys.readouterr().err
