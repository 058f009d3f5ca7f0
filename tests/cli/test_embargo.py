"""A question that came after a freeze and repeats a held-out one is in nothing that people tune on."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from goldkit.cli.exits import run
from goldkit.records import Chunk, Copy, Judgment, Query
from goldkit.sets.enroll import enroll
from goldkit.sets.golden import read_golden
from goldkit.sets.log_examples import log_examples
from goldkit.sets.log_pairs import log_pairs
from goldkit.store.golden import GoldenDirectory

AT, LATER = "2026-12-01T10:00:00Z", "2026-12-02T10:00:00Z"
TIED = ("twin-worded", "twin-talked", "twin-seeded", "twin-copied")


def question(n: int) -> str:
    """No two of these are alike."""
    return f"{chr(0x4E00 + n) * 9} {n}?"


def add(golden: GoldenDirectory, queries: list[Query]) -> None:
    """The questions, each with a decided chunk of its own whose text names it."""
    labels = [
        Judgment(query=q.id, chunk=f"c-{q.id}", grade=3, status="decided", source="human", by="ana", at=AT)
        for q in queries
    ]
    enroll(golden, queries, labels, [Chunk(id=f"c-{q.id}", text=f"This answers {q.id}.") for q in queries])


@pytest.fixture
def golden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GoldenDirectory:
    """12 questions of which half are frozen as core; then come four that repeat a held-out one, and `alone`, which does not."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDKIT_NOW", AT)
    directory = GoldenDirectory("golden")
    directory.create()
    first = [
        Query(
            id=f"q{n:02}",
            text=question(n),
            origin="log",
            conversations=(f"talk{n}",),
            generator={"chunks": [f"seed{n}"]},
        )
        for n in range(12)
    ]
    add(directory, first)
    assert run(["freeze", "core", "--holdout", "0.5", "--k", "5", "--seed", "1"]) == 0
    monkeypatch.setenv("GOLDKIT_NOW", LATER)
    held = sorted(query for query, side in read_golden(directory).sides.items() if side == "core")
    numbers = [int(name[1:]) for name in held]
    new = [replace(one, origin="log") for one in (
        Query(id="twin-worded", text=question(numbers[0]).upper() + " !"),
        Query(id="twin-talked", text=question(50), conversations=(f"talk{numbers[1]}", "other")),
        Query(id="twin-seeded", text=question(51), generator={"chunks": ["more", f"seed{numbers[2]}"]}),
        Query(id="twin-copied", text=question(52), generator={"chunks": ["copy"]}),
        Query(id="alone", text=question(53), conversations=("elsewhere",), generator={"chunks": ["more2"]}),
    )]  # fmt: skip
    names = {"jaccard": 1.0, "containment": (1.0, 1.0), "verdict": "same", "by": "ana", "at": AT}
    directory.append("copies.jsonl", [Copy(a="copy", b=f"seed{numbers[3]}", **names)])  # type: ignore[arg-type]
    add(directory, new)
    everyone = [*first, *new]
    Path("run.json").write_text(json.dumps({q.id: [f"c-{q.id}", "x"] for q in everyone}))
    rows = [{"id": f"c-{q.id}", "text": f"This answers {q.id}."} for q in everyone] + [{"id": "x", "text": "Nothing."}]
    Path("corpus.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return directory


Said = Callable[..., str]


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    def call(*arguments: str) -> str:
        capsys.readouterr()
        assert run(list(arguments)) == 0, capsys.readouterr().err
        done = capsys.readouterr()
        return done.out + done.err

    return call


def names_none(text: str) -> bool:
    return not any(name in text for name in TIED)


def test_no_tied_question_is_scored_in_dev(golden: GoldenDirectory, said: Said) -> None:
    ranked = json.loads(Path("run.json").read_text())
    Path("other.json").write_text(json.dumps({query: chunks[::-1] for query, chunks in ranked.items()}))
    shown = said("score", "dev", "run.json", "other.json", "--k", "1", "--per-query", "--json")
    assert "alone" in shown and names_none(shown)


def test_no_tied_question_is_exported(golden: GoldenDirectory, said: Said) -> None:
    for place in ("dev.jsonl", "beir"):
        shown = said("export", "mapping" if place == "dev.jsonl" else "beir", place, "--corpus", "corpus.jsonl")
        assert "10 queries held out, embargoed or set aside" in shown and names_none(shown)
    written = (
        Path("dev.jsonl").read_text() + Path("beir/queries.jsonl").read_text() + Path("beir/qrels/test.tsv").read_text()
    )
    assert "alone" in written and names_none(written)


def test_nothing_is_pooled_for_a_tied_question(golden: GoldenDirectory, said: Said) -> None:
    said("pool", "run.json", "--corpus", "corpus.jsonl", "--no-bm25")
    pooled = {line.query for line in golden.judgments() if line.source == "pool"}
    assert "alone" in pooled and not pooled & set(TIED)


def test_no_tied_question_is_retrieved_for_dev(golden: GoldenDirectory, said: Said) -> None:
    Path("echo.py").write_text("def search(question, k):\n    return ['x']\n")
    said("retrieve", "echo:search", "--set", "dev", "-o", "asked.jsonl")
    asked = Path("asked.jsonl").read_text()
    assert "alone" in asked and names_none(asked)


def test_no_tied_question_is_an_example_for_a_model_or_sets_a_filter(golden: GoldenDirectory) -> None:
    shown = {one.query.id for one in log_examples(golden)}
    assert "alone" in shown and not shown & set(TIED)
    measured = {query.id for query, _ in log_pairs(read_golden(golden))}
    assert "alone" in measured and not measured & set(TIED)


def test_no_tied_question_is_named_where_labels_follow_from_copies(golden: GoldenDirectory, said: Said) -> None:
    rows = [json.loads(line) for line in Path("corpus.jsonl").read_text().splitlines()]
    long = {name: f"This answers {name}, " + " ".join(f"{name}{n}" for n in range(60)) for name in (*TIED, "alone")}
    chunks = [Chunk(id=f"l-{name}", text=text) for name, text in long.items()]
    given = {"grade": 3, "status": "decided", "source": "human", "by": "ana", "at": AT}
    enroll(golden, [], [Judgment(query=name, chunk=f"l-{name}", **given) for name in long], chunks)  # type: ignore[arg-type]
    rows += [{"id": f"{kind}-{name}", "text": text} for name, text in long.items() for kind in ("l", "again")]
    Path("corpus.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    for command in (["widen", "--corpus", "corpus.jsonl"], ["widen", "--undo"]):
        told = json.loads(said(*command, "--json"))
        listed = {one["query"] for one in told["followed" if "followed" in told else "vanished"]}
        assert listed == {"alone"}, told


def test_status_and_check_count_what_is_tied_and_name_none(golden: GoldenDirectory, said: Said) -> None:
    shown = said("status")
    assert "6 held out, 4 embargoed (repeated since the freeze: 4 of core)" in " ".join(shown.split())
    assert json.loads(said("status", "--json"))["queries"]["tied"] == {"core": 4}
    shown = said("check")
    assert "4 queries repeat 'core'" in shown and names_none(shown)


def test_the_next_version_takes_in_what_is_tied_and_a_further_set_embargoes_it(
    golden: GoldenDirectory, said: Said
) -> None:
    shown = said("freeze", "other", "--holdout", "0.5", "--seed", "1", "--dry-run", "--json")
    assert json.loads(shown)["embargoed"] == 4
    said("freeze", "core-2", "--from", "core")
    held = (golden.path / "frozen" / "core-2" / "queries.jsonl").read_text()
    assert all(f'"{name}"' in held for name in TIED)
    assert not read_golden(golden).tied


def test_a_later_question_that_resembles_both_sides_moves_no_old_one(golden: GoldenDirectory) -> None:
    dev = next(query for query in read_golden(golden).dev() if query.id.startswith("q"))
    sides = read_golden(golden).sides
    held = next(query for query in golden.queries() if sides.get(query.id) == "core")
    add(golden, [Query(id="bridge", text=question(60), conversations=(*dev.conversations, *held.conversations))])
    after = read_golden(golden)
    assert after.tied["bridge"] == "core" and dev.id in {query.id for query in after.dev()}
