"""What copies mean to the other commands: frozen with their originals, counted once in a score, and asked about once."""

from __future__ import annotations

import json
import textwrap

import pytest

from goldkit.cli.exits import run
from goldkit.records import Chunk, Copy, Judgment, Query
from goldkit.store.golden import GoldenDirectory

AT = "2026-12-01T10:00:00Z"
WORDS = ("amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heath", "inlet", "jetty", "knoll", "ledge")
FORMS = ("how hot does the {} oven get?", "which degrees are reached when {} bakes?")


def text_of(word: str) -> str:
    return (
        f"The {word} oven is lit before the first shift and reaches its heat within the hour. Nobody opens the {word} door "
        f"while the lamp is red, since the {word} bricks would crack; the foreman writes each firing into the {word} book."
    )


@pytest.fixture
def golden(tmp_path, monkeypatch):
    """Twelve texts, each in an old and a new edition that breaks its lines elsewhere; a question was judged on each edition."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDKIT_NOW", AT)
    monkeypatch.delenv("GOLDKIT_DIR", raising=False)
    old = {f"old/{word}": text_of(word) for word in WORDS}
    new = {f"new/{word}": textwrap.fill(text_of(word), 50) for word in WORDS}
    rows = [json.dumps({"id": name, "text": text}) + "\n" for name, text in (old | new).items()]
    (tmp_path / "corpus.jsonl").write_text("".join(rows))
    golden = GoldenDirectory(tmp_path / "golden")
    golden.create()
    golden.add_chunks(Chunk(id=name, text=text) for name, text in (old | new).items())
    pairs = [(f"{edition}-{word}", f"{edition}/{word}") for word in WORDS for edition in ("old", "new")]
    asked = dict(zip(("old", "new"), FORMS, strict=True))
    golden.rewrite_queries(
        lambda _: [Query(id=query, text=asked[query[:3]].format(query[4:]), origin="log") for query, _ in pairs]
    )
    decided = {"grade": 3, "status": "decided", "source": "human", "by": "ana", "at": AT}
    golden.append("judgments.jsonl", [Judgment(query=query, chunk=chunk, **decided) for query, chunk in pairs])
    return golden


def widen() -> None:
    assert run(["widen", "--corpus", "corpus.jsonl"]) == 0


def frozen(golden) -> set[str]:
    assert run(["freeze", "core", "--holdout", "0.5", "--k", "5", "--seed", "1"]) == 0
    lines = (golden.path / "frozen/core/queries.jsonl").read_text().splitlines()
    return {json.loads(line)["id"] for line in lines}


def test_questions_on_copies_go_to_one_side(golden):
    widen()
    held_out = frozen(golden)
    assert len(held_out) == len(WORDS)
    assert {query[4:] for query in held_out if query[:3] == "old"} == {
        query[4:] for query in held_out if query[:3] == "new"
    }


def test_without_the_copies_the_same_seed_parts_some(golden):
    held_out = frozen(golden)
    assert {query[4:] for query in held_out if query[:3] == "old"} != {
        query[4:] for query in held_out if query[:3] == "new"
    }


@pytest.mark.parametrize(("verdict", "together"), [("same", True), ("differs", False)])
def test_a_person_s_verdict_decides_what_is_frozen_together(golden, tmp_path, verdict, together):
    lines = [json.dumps({"a": f"old/{word}", "b": f"new/{word}", "verdict": verdict}) + "\n" for word in WORDS]
    (tmp_path / "pairs.jsonl").write_text("".join(lines))
    widen()
    assert run(["review", "--judge", "ana", "--apply", "pairs.jsonl"]) == 0
    assert run(["widen", "--undo"]) == 0
    held_out = frozen(golden)
    old, new = ({query[4:] for query in held_out if query[:3] == edition} for edition in ("old", "new"))
    assert (old == new) == together


def test_a_frozen_set_stays_as_it_was_sealed_whatever_becomes_of_its_copies(golden, capsys, tmp_path):
    widen()
    frozen(golden)
    before = {path: path.read_bytes() for path in sorted((golden.path / "frozen").rglob("*")) if path.is_file()}
    lines = [json.dumps({"a": f"old/{word}", "b": f"new/{word}", "verdict": "differs"}) + "\n" for word in WORDS]
    (tmp_path / "pairs.jsonl").write_text("".join(lines))
    assert run(["review", "--judge", "ana", "--apply", "pairs.jsonl"]) == 0
    assert run(["widen", "--undo"]) == 0
    assert {path: path.read_bytes() for path in sorted((golden.path / "frozen").rglob("*")) if path.is_file()} == before
    rows = [json.loads(line) for line in (golden.path / "frozen/core/queries.jsonl").read_text().splitlines()]
    ranked = [
        {"query": row["id"], "chunks": [{"old": "new", "new": "old"}[row["id"][:3]] + f"/{row['id'][4:]}"]}
        for row in rows
    ]
    (tmp_path / "copies.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ranked))
    capsys.readouterr()
    assert run(["score", "core", "copies.jsonl", "-m", "recall@5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["runs"][0]["means"]["recall@5"] == 1.0, (
        "its copies count as when it was sealed"
    )


def test_copies_judged_apart_are_reported_until_a_person_says_that_they_differ(golden, capsys, tmp_path):
    widen()
    against = Judgment(
        query="old-amber",
        chunk="new/amber",
        grade=0,
        status="decided",
        source="human",
        by="ben",
        at="2026-12-01T11:00:00Z",
    )
    golden.append("judgments.jsonl", [against])
    run(["check"])
    assert "1 warning: copies-on-two-sides" in capsys.readouterr().out
    (tmp_path / "pairs.jsonl").write_text('{"a":"old/amber","b":"new/amber","verdict":"differs"}\n')
    assert run(["review", "--judge", "ana", "--apply", "pairs.jsonl"]) == 0
    widen()
    capsys.readouterr()
    assert run(["check"]) == 0
    assert "warning: copies-on-two-sides" not in capsys.readouterr().out


def score(capsys, folder, rankings) -> dict[str, float]:
    """The means of a run in which each question about a word finds these."""
    rows = [
        {"query": f"{edition}-{word}", "chunks": [chunk.format(word) for chunk in rankings]}
        for word in WORDS
        for edition in ("old", "new")
    ]
    (folder / "run.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    capsys.readouterr()
    measures = ["-m", "recall@5", "-m", "nDCG@5", "-m", "P@5", "-m", "MRR"]
    assert run(["score", "dev", "run.jsonl", *measures, "--json"]) == 0
    return json.loads(capsys.readouterr().out)["runs"][0]["means"]


def test_a_fact_counts_once_whichever_copy_is_found_and_however_often(golden, capsys, tmp_path):
    widen()
    one = {"recall@5": 1.0, "nDCG@5": 1.0, "precision@5": 0.2, "MRR": 1.0}
    assert score(capsys, tmp_path, ["old/{}", "x", "y"]) == pytest.approx(one)
    assert score(capsys, tmp_path, ["new/{}", "x", "y"]) == pytest.approx(one)
    assert score(capsys, tmp_path, ["new/{}", "old/{}", "y"]) == pytest.approx(one), "a second copy earns nothing"


def test_the_score_says_how_many_questions_were_punished_for_copies(golden, capsys, tmp_path):
    score(capsys, tmp_path, ["old/{}", "x", "y"])
    widen()
    capsys.readouterr()
    assert run(["score", "dev", "run.jsonl"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "run 0.500 → 1.000 after widening (12 queries were punished for copies)" in said


@pytest.mark.parametrize(
    ("verdict", "then", "partners"), [("same", None, False), ("same", "retracted", True), ("differs", None, True)]
)
def test_no_two_questions_are_made_from_copies(asking, tmp_path, verdict, then, partners):
    """Twelve pairs that a person called the same, although no text tells so; what was taken back or differs is no copy."""
    golden = GoldenDirectory(tmp_path / "golden")
    golden.create()
    other = {f"d{at % 4}#{at}": f"d{(at + 12) % 4}#{at + 12}" for at in range(12)}
    about = {"jaccard": 0.0, "containment": (0.0, 0.0), "by": "ana", "at": AT}
    for said in filter(None, (verdict, then)):
        golden.append("copies.jsonl", [Copy(a=a, b=b, verdict=said, **about) for a, b in other.items()])
    asking("-n", "8", "--seed", "3")
    made = {query.generator["chunks"][0] for query in golden.queries()}
    assert len(made) == 8
    assert any(other.get(chunk) in made for chunk in made) == partners
