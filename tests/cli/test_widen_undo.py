"""`goldkit widen --undo`: goldkit's own pairs go, by widening; what people said stays, and a later widening brings all back."""

from __future__ import annotations

import json
import textwrap

import pytest

from goldkit.cli.exits import run
from goldkit.records import Chunk, Copy, Judgment, Query, SplitLine
from goldkit.sets.golden import read_golden
from goldkit.store.golden import GoldenDirectory

BODY = (
    "The gateway closes an idle connection after 30 seconds unless keepalive is set. It forwards each request to the "
    "Hamburg site and writes a line to the log. Operators find the setting in the panel of the console."
)
CORPUS = {"a": BODY, "b": BODY, "c": textwrap.fill(BODY, 60), "d": BODY.replace("30", "60")}
AT = "2026-12-01T10:00:00Z"
SAME = {"jaccard": 0.9, "containment": (0.9, 0.9), "verdict": "same"}


@pytest.fixture
def golden(tmp_path, monkeypatch):
    """A set with one decided chunk, widened once."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDKIT_NOW", AT)
    monkeypatch.delenv("GOLDKIT_DIR", raising=False)
    rows = [json.dumps({"id": name, "text": text}) + "\n" for name, text in CORPUS.items()]
    (tmp_path / "corpus.jsonl").write_text("".join(rows))
    golden = GoldenDirectory(tmp_path / "golden")
    golden.create()
    golden.add_chunks([Chunk(id="a", text=BODY)])
    golden.rewrite_queries(lambda _: [Query(id="q1", text="how long may a connection be idle?")])
    decided = {"grade": 3, "status": "decided", "source": "human", "by": "ana", "at": AT}
    golden.append("judgments.jsonl", [Judgment(query="q1", chunk="a", **decided)])
    assert run(["widen", "--corpus", "corpus.jsonl"]) == 0
    return golden


def called(capsys, *arguments: str) -> dict:
    capsys.readouterr()
    assert run([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def derived(golden) -> set[str]:
    return {chunk for chunk, label in read_golden(golden).labels("q1").items() if label.status == "derived"}


def test_the_report_names_each_label_that_vanishes_and_the_second_time_there_is_none(golden, capsys):
    capsys.readouterr()
    index = golden.copies()[0].index.removeprefix("sha256:")[:12]
    assert run(["widen", "--undo"]) == 0
    assert capsys.readouterr().out == (
        f"taken back: 3 pairs, index {index} of {AT}\n"
        "labels that follow from copies: 0 (2 before)\n"
        "  q1: b was 3 as a copy of a (the same text, Jaccard 1.000)\n"
        "  q1: c was 3 as a copy of a (only form differs, Jaccard 1.000)\n"
    )
    assert derived(golden) == set()
    before = (golden.path / "copies.jsonl").read_bytes()
    assert run(["widen", "--undo"]) == 0
    assert capsys.readouterr().out == f"index {index} of {AT}: taken back before, so nothing was changed\n"
    assert (golden.path / "copies.jsonl").read_bytes() == before


def test_widening_again_within_the_same_second_gives_the_labels_back(golden, capsys):
    for _ in range(3):
        assert called(capsys, "widen", "--undo")["retracted"] == 3
        assert derived(golden) == set()
        assert len(called(capsys, "widen", "--corpus", "corpus.jsonl")["new"]) == 3
        assert derived(golden) == {"b", "c"}


def test_after_undo_a_corpus_without_copies_is_looked_through_once(golden, capsys, tmp_path):
    """Status asks for a widening until one was done, whether it found anything or not."""
    called(capsys, "widen", "--undo")
    assert called(capsys, "status")["next"]["command"].startswith("goldkit widen")
    (tmp_path / "corpus.jsonl").write_text(
        '{"id":"z","text":"Nothing here is like anything else that was judged before."}\n'
    )
    called(capsys, "widen", "--corpus", "corpus.jsonl")
    assert not called(capsys, "status")["next"]["command"].startswith("goldkit widen")


def test_a_dry_run_says_the_same_and_writes_nothing(golden, capsys):
    before = {path: path.read_bytes() for path in golden.path.iterdir() if path.is_file()}
    said = called(capsys, "widen", "--undo", "--dry-run")
    assert {path: path.read_bytes() for path in golden.path.iterdir() if path.is_file()} == before
    assert said == called(capsys, "widen", "--undo")
    assert (said["derived_before"], said["derived_after"], len(said["vanished"])) == (2, 0, 2)


def test_what_a_person_said_stays_whether_goldkit_spoke_of_the_pair_or_not(golden, capsys):
    golden.append(
        "copies.jsonl", [Copy(a="d", b="a", by="ana", at=AT, **SAME), Copy(a="x", b="a", by="bo", at=AT, **SAME)]
    )
    undone = called(capsys, "widen", "--undo", "all")
    assert (undone["retracted"], undone["people"], undone["derived_after"]) == (3, 1, 2)
    assert derived(golden) == {"d", "x"}
    golden.append("copies.jsonl", [Copy(a="d", b="a", by="ana", at=AT, **SAME | {"verdict": "retracted"})])
    assert derived(golden) == {"x"}, "goldkit's own pair is no longer under the person's"


def test_one_of_several_widenings_is_taken_back_by_its_index(golden, capsys):
    first = golden.copies()[0].index
    other = Copy(a="a", b="z", by="goldkit widen", at="2026-12-01T11:00:00Z", index="sha256:beef", **SAME)
    golden.append("copies.jsonl", [other])
    assert run(["widen", "--undo", "nonsense"]) == 2
    assert (
        f"there are: beef (1 pair, 2026-12-01T11:00:00Z), {first[7:19]} (3 pairs, {AT}); or `all`"
        in capsys.readouterr().err
    )
    undone = called(capsys, "widen", "--undo", first[7:15])
    assert [one["index"] for one in undone["taken"]] == [first]
    assert [(one["index"], one["pairs"]) for one in undone["left"]] == [("sha256:beef", 1)]
    assert derived(golden) == {"z"}
    assert [one["index"] for one in called(capsys, "widen", "--undo")["taken"]] == ["sha256:beef"]
    assert derived(golden) == set()


def test_a_held_out_query_is_counted_but_not_named(golden, capsys):
    golden.append("split.jsonl", [SplitLine(query="q1", side="core", at=AT, why="freeze core")])
    capsys.readouterr()
    assert run(["widen", "--undo", "--dry-run"]) == 0
    said = capsys.readouterr()
    assert "2 labels of held-out queries" in said.out
    assert "q1" not in said.out + said.err + json.dumps(called(capsys, "widen", "--undo"))


def test_a_set_that_was_never_widened_has_nothing_to_take_back(golden, capsys):
    (golden.path / "copies.jsonl").unlink()
    capsys.readouterr()
    assert run(["widen", "--undo"]) == 0
    assert capsys.readouterr().out == "nothing to take back: goldkit wrote no pair here\n"
    assert not (golden.path / "copies.jsonl").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["widen"], "--corpus C is missing"),
        (["widen", "corpus.jsonl"], "the chunks to search are named by --corpus"),
        (["widen", "--undo", "--corpus", "corpus.jsonl"], "goes without --corpus"),
        (["widen", "--undo", ""], "no widening with an index that begins so"),
    ],
)
def test_what_does_not_go_together_is_wrong_usage(golden, capsys, arguments, message):
    capsys.readouterr()
    assert run(arguments) == 2
    assert message in capsys.readouterr().err
