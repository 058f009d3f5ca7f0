"""A freeze killed after it sealed, and two branches that froze one name: no question is shown in dev, drawn twice or lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from goldkit.cli.exits import run
from goldkit.records import Chunk, Judgment, Query
from goldkit.sets.enroll import enroll
from goldkit.store.golden import GoldenDirectory

AT = "2026-12-01T10:00:00Z"
SPLIT = Path("golden/split.jsonl")


@pytest.fixture
def golden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GoldenDirectory:
    """20 labelled questions, none alike, all in dev."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDKIT_NOW", AT)
    directory = GoldenDirectory("golden")
    directory.create()
    texts = ["".join(chr(0x4E00 + n * 10 + i) for i in range(10)) + "?" for n in range(20)]
    queries = [Query(id=f"q{n:02}", text=text, origin="log") for n, text in enumerate(texts)]
    by_ana = {"grade": 3, "status": "decided", "source": "human", "by": "ana", "at": AT}
    labels = [Judgment(query=q.id, chunk=f"c-{q.id}", **by_ana) for q in queries]  # type: ignore[arg-type]
    enroll(directory, queries, labels, [Chunk(id=f"c-{q.id}", text=f"text {q.text}") for q in queries])
    return directory


def freeze(name: str, seed: int = 1) -> list[str]:
    """The texts that are sealed."""
    assert run(["freeze", name, "--holdout", "0.5", "--k", "5", "--seed", str(seed)]) == 0
    return sealed(name, "text")


def sealed(name: str, field: str) -> list[str]:
    lines = Path(f"golden/frozen/{name}/queries.jsonl").read_text().splitlines()
    return [json.loads(line)[field] for line in lines]


def export_dev() -> set[str]:
    """The questions that are shown to whoever tunes."""
    assert run(["export", "mapping", "dev.json", "--force"]) == 0
    return {*json.loads(Path("dev.json").read_bytes())}


def test_what_a_killed_freeze_sealed_is_held_out_at_once(
    golden: GoldenDirectory, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = freeze("core")
    done = SPLIT.read_bytes()
    SPLIT.unlink()  # as if killed between the two
    assert len(export_dev()) == 10 and not export_dev() & {*texts}
    assert run(["freeze", "other", "--holdout", "0.5", "--k", "5"]) == 0
    assert not {*sealed("other", "id")} & {*sealed("core", "id")}
    capsys.readouterr()
    assert run(["check"]) == 3
    said = capsys.readouterr().out
    assert "frozen-in-dev" in said and "two-sides" not in said
    SPLIT.unlink()
    Path("golden/frozen/other").rename("other")
    assert run(["freeze", "core", "--holdout", "0.5", "--k", "5"]) == 0
    assert SPLIT.read_bytes() == done and run(["check"]) == 0


def test_questions_of_a_set_that_a_merge_replaced_by_one_of_the_same_name_are_told(
    golden: GoldenDirectory, capsys: pytest.CaptureFixture[str]
) -> None:
    freeze("core", seed=2)
    theirs, gone = SPLIT.read_text(), {*sealed("core", "id")}
    SPLIT.unlink()
    Path("golden/frozen/core").rename("theirs")
    freeze("core")
    ours = SPLIT.read_text()
    gone -= {*sealed("core", "id")}
    SPLIT.write_text(ours + theirs)  # as merge=union leaves it, with our folder kept
    capsys.readouterr()
    assert run(["check"]) == 3
    said = capsys.readouterr().out
    assert f"{len(gone)} held-out queries of core" in said and "side-without-set" in said
    kept = {*sealed("core", "id")}
    lines = [json.loads(line) for line in SPLIT.read_text().splitlines()]
    lines = [line for line in lines if line.get("side") != "core" or line["query"] in kept]
    SPLIT.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert run(["check"]) == 0
    assert len(export_dev()) == 10
