"""A held-out label is corrected by a file or by a blind sitting, and only the next version of the frozen set takes it up."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from goldkit.cli.exits import run
from goldkit.records import Chunk, Judgment, Query
from goldkit.review.session import Session
from goldkit.review.sitting import Sitting
from goldkit.sets.enroll import enroll
from goldkit.store.golden import GoldenDirectory

AT, LATER, LAST = "2026-12-01T10:00:00Z", "2026-12-02T10:00:00Z", "2026-12-03T10:00:00Z"


def decided(query: str, chunk: str, grade: int = 3, by: str = "ana", **more: object) -> Judgment:
    given = {"status": "decided", "source": "human", "at": AT} | more
    return Judgment(query=query, chunk=chunk, grade=grade, by=by, **given)  # type: ignore[arg-type]


@pytest.fixture
def golden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GoldenDirectory:
    """60 labelled questions of which all are frozen as core but for 30; each has a second chunk that nobody spoke about."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDKIT_NOW", AT)
    directory = GoldenDirectory("golden")
    directory.create()
    queries = [Query(id=f"secret{n:02}", text=f"{n:02}{'abcdefghij'[n % 10] * (n + 4)}?") for n in range(60)]
    chunks = [Chunk(id=f"{kind}{n:02}", text=f"{kind} text {n}") for n in range(60) for kind in "cx"]
    enroll(directory, queries, [decided(q.id, f"c{q.id[-2:]}") for q in queries], chunks)
    assert run(["freeze", "core", "--holdout", "0.5", "--k", "5", "--seed", "1"]) == 0
    Path("run.json").write_text(json.dumps({q.id: [f"c{q.id[-2:]}"] for q in queries}))
    monkeypatch.setenv("GOLDKIT_NOW", LATER)
    return directory


def held_out(golden: GoldenDirectory, name: str = "core") -> list[str]:
    lines = (golden.path / "frozen" / name / "queries.jsonl").read_text().splitlines()
    return [json.loads(line)["id"] for line in lines]


def labels(golden: GoldenDirectory, name: str) -> dict[tuple[str, str], int]:
    lines = map(json.loads, (golden.path / "frozen" / name / "labels.jsonl").read_text().splitlines())
    return {(line["query"], line["chunk"]): line["grade"] for line in lines}


def sealed(golden: GoldenDirectory) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted((golden.path / "frozen" / "core").iterdir())}


def test_a_correction_from_a_file_reaches_the_next_version_alone(
    golden: GoldenDirectory, capsys: pytest.CaptureFixture[str]
) -> None:
    one, two = held_out(golden)[:2]
    before = sealed(golden)
    lines = [
        {"query": one, "chunk": f"c{one[-2:]}", "grade": 0, "note": "answers another question"},
        {"query": two, "chunk": f"x{two[-2:]}", "grade": 2},
    ]
    Path("corrections.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    capsys.readouterr()
    assert run(["review", "--apply", "corrections.jsonl", "--judge", "ana"]) == 0
    said = capsys.readouterr()
    assert "2 of them on held-out queries of core, which stays as sealed" in said.out + said.err
    assert "`goldkit freeze NEW --from core`" in said.out + said.err and "secret" not in said.out + said.err
    assert sealed(golden) == before
    assert run(["score", "core", "run.json", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["runs"][0]["means"]["recall@5"] == 1.0
    assert run(["freeze", "core-2", "--from", "core"]) == 0
    assert labels(golden, "core-2")[one, f"c{one[-2:]}"] == 0 and labels(golden, "core-2")[two, f"x{two[-2:]}"] == 2
    capsys.readouterr()
    assert run(["diff", "core", "core-2"]) == 0
    said = capsys.readouterr()
    assert "2 changed" in said.out and "1 by ana: judged\n" in said.out and "1 by ana: judged again" in said.out
    assert "compared on 28 queries" in said.out and "secret" not in said.out + said.err
    assert run(["score", "core-2", "run.json"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "scores of core are comparable on the 28 queries" in said and "1 of them at its parent core" in said


def test_a_message_about_a_wrong_line_names_no_held_out_question(
    golden: GoldenDirectory, capsys: pytest.CaptureFixture[str]
) -> None:
    (one,) = held_out(golden)[:1]
    text = next(query.text for query in golden.queries() if query.id == one)
    dev = next(query.id for query in golden.queries() if query.id not in held_out(golden))
    for line in ({"query": one.upper(), "grade": 1}, {"query": dev, "text": text, "grade": 1}):
        Path("wrong.jsonl").write_text(json.dumps(line | {"chunk": "c01"}) + "\n")
        capsys.readouterr()
        assert run(["review", "--apply", "wrong.jsonl", "--judge", "ana"]) == 3
        assert one not in capsys.readouterr().err


def test_a_blind_sitting_settles_what_is_disputed(
    golden: GoldenDirectory, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = held_out(golden)[:2]
    pair = (one, f"c{one[-2:]}")
    golden.append("judgments.jsonl", [decided(*pair, grade=0, by="ben", at=LATER)])
    proposal = Judgment(
        query=two, chunk=f"x{two[-2:]}", grade=3, status="proposed", source="log", by="goldkit mine", at=AT,
        evidence={"shown": 4, "best_rank": 1, "cited": 2},
    )  # fmt: skip
    golden.append("judgments.jsonl", [proposal])
    assert not [item for item in Session(golden, "eve", lambda: LATER).queue() if item.query.id.startswith(one)]
    session = Session(golden, "eve", lambda: LATER, sitting=Sitting(frozen="core"))
    items = {(item.query.id, item.chunk): item for item in session.queue()}
    assert set(items) == {pair, (two, f"x{two[-2:]}")}
    for item in items.values():
        assert (item.others, item.suggested, item.evidence, item.parts, item.weight) == ((), (), {}, {}, 0.0)
    line = session.key("2", items[pair])
    assert line is not None and line.role == "adjudicate"
    assert session.give(session.item(two, f"x{two[-2:]}"), 0).role == "judge"  # type: ignore[union-attr]
    assert session.next() is None
    assert session.undo() is not None and session.next() is not None
    monkeypatch.setenv("GOLDKIT_NOW", LAST)
    assert run(["check"]) == 0
    assert "disputed" not in capsys.readouterr().out
    assert run(["freeze", "core-2", "--from", "core"]) == 0
    assert labels(golden, "core-2")[pair] == 2
    capsys.readouterr()
    assert run(["diff", "core", "core-2"]) == 0
    assert "1 by eve: adjudicated" in capsys.readouterr().out


def test_the_sitting_is_opened_by_the_name_of_a_frozen_set(
    golden: GoldenDirectory, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = held_out(golden)[0]
    golden.append("judgments.jsonl", [decided(one, f"c{one[-2:]}", grade=0, by="ben", at=LATER)])
    capsys.readouterr()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
    assert run(["review", "--frozen", "core", "--terminal", "--judge", "eve"]) == 0
    said = capsys.readouterr()
    assert "core is held out: whoever judges" in said.err and "1 left" in said.err
    assert "ana" not in said.out and "ben" not in said.out  # nor who judged it
    for wrong in (["--frozen", "none"], ["--frozen", "core", "--audit"], ["--frozen", "core", "--apply", "x"]):
        assert run(["review", "--terminal", *wrong]) == 2
    assert not any(line.burned for line in golden.split())


def test_what_is_pooled_for_a_version_comes_up_for_review(golden: GoldenDirectory) -> None:
    assert run(["freeze", "core-2", "--from", "core"]) == 0
    ids = held_out(golden)
    Path("corpus.jsonl").write_text(
        "".join(
            json.dumps({"id": f"{kind}{n:02}", "text": f"{kind} text {n}"}) + "\n" for n in range(60) for kind in "cx"
        )
    )
    Path("found.json").write_text(json.dumps({name: [f"x{name[-2:]}"] for name in ids}))
    assert run(["pool", "found.json", "--set", "core-2", "--corpus", "corpus.jsonl", "--no-bm25"]) == 0
    offered = {item.query.id for item in Session(golden, "eve", lambda: LATER).queue()}
    assert offered == set(ids)
