"""The page over a golden directory in which something goes wrong: what was answered stays, and what did not work is said."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest
from file_size import limited

from goldkit.store.golden import GoldenDirectory
from goldkit.store.moments import moment

TORN = b'{"query":"hot","chunk":"kiln#1","gra'


def given(golden):
    """What ana's lines say, in the order in which they were written, and whether every line is whole."""
    lines = (golden.path / "judgments.jsonl").read_bytes()
    assert lines.endswith(b"\n")
    said = [json.loads(line) for line in lines.splitlines()]
    return [(line["chunk"], line.get("grade")) for line in said if line["by"] == "ana"]


def test_a_torn_last_line_is_cut_by_the_next_verdict_and_nothing_else_is_lost(opened, golden):
    opened().judge(3, "r1")
    with (golden.path / "judgments.jsonl").open("ab") as file:
        file.write(TORN)
    page = opened()
    state = page.ask("next")
    assert state["progress"]["done"] == 1
    assert page.judge(1, "r2", state)["recorded"] == "1 for oven.md"
    assert given(golden) == [("kiln#1", 3), ("oven.md", 1)]


def test_a_line_torn_while_the_page_is_open_stops_nobody(opened, golden):
    page = opened()
    page.judge(3, "r1")
    with (golden.path / "judgments.jsonl").open("ab") as file:
        file.write(TORN)
    assert page.judge(1, "r2")["recorded"] == "1 for oven.md"
    assert page.judge(0, "r3")["recorded"] == "0 for glaze"
    assert page.tell("undo", name="u1")["undone"] == "0 for glaze"
    assert given(golden) == [("kiln#1", 3), ("oven.md", 1), ("glaze", 0), ("glaze", None)]


def test_a_clock_that_goes_back_neither_hides_a_verdict_nor_reorders_what_is_taken_back(opened, golden):
    hours = iter(range(23, 0, -1))
    page = opened(clock=lambda: f"2026-12-02T{next(hours):02}:00:00Z")
    assert page.judge(3, "r1")["recorded"] == "3 for kiln#1"
    first = page.ask("pair", query="hot", chunk="kiln#1")
    assert page.judge(2, "r2", first)["recorded"] == "2 for kiln#1", "the same pair again, an hour earlier"
    assert page.judge(1, "r3")["recorded"] == "1 for oven.md"
    page.end()
    again = opened(clock=lambda: "2020-01-01T00:00:00Z")
    assert again.ask("pair", query="hot", chunk="kiln#1")["item"]["said"]["grade"] == 2
    assert again.ask("next")["progress"]["done"] == 2
    undone = [again.tell("undo", name=f"u{number}")["undone"] for number in range(2)]
    assert undone == ["1 for oven.md", "2 for kiln#1"]
    times = [moment(line.at) for line in golden.judgments() if line.by == "ana"]
    assert times == sorted(set(times)), "each line of a judge is later than the one before"


@pytest.fixture
def small_golden(golden, tmp_path):
    """The golden directory on a disk of its own, and a file that fills what is free of it."""
    folder = tmp_path / "small"
    folder.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", folder], capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"a tmpfs cannot be mounted here: {done.stderr.strip()}")
    shutil.copytree(golden.path, folder / "golden")
    yield GoldenDirectory(folder / "golden"), folder / "filler"
    subprocess.run(["umount", "--lazy", folder], check=True)  # the page may still be open


def fill(filler):
    with filler.open("wb", buffering=0) as stream, pytest.raises(OSError, match="No space left"):
        while True:
            stream.write(b"x" * 512)


def test_a_full_disk_is_said_with_the_file_and_what_was_answered_stays(opened, small_golden):
    golden, filler = small_golden
    page = opened(golden)
    fill(filler)
    state, answers = page.ask("next"), []
    for number in range(20):  # there is room in the file's last block for some
        status, _, text = page.send("POST", "/api/judge", verdict(state, number), page.own())
        answers.append(status)
        if status != 200:
            break
        state = page.ask("pair", query="hot", chunk="kiln#1")
    file = golden.path / "judgments.jsonl"
    assert answers[-1] == 507
    assert json.loads(text)["error"] == (
        f"{file}: the disk is full; nothing was added to this file. Make room and try again."
    )
    assert len(given(golden)) == answers.count(200) > 0
    refused = page.tell("change", 507, query="hot", values={"text": "How hot is the kiln?"}, name="c")
    assert refused["error"] == f"{golden.path / 'queries.jsonl'}: the disk is full. Make room and try again"
    filler.unlink()
    assert page.judge(0, "later", state)["recorded"] == "0 for kiln#1"
    assert len(given(golden)) == answers.count(200) + 1


def verdict(state, number):
    item = state["item"]
    pair = {"query": item["query"]["id"], "chunk": item["chunk"]["id"], "sha256": item["chunk"]["sha256"]}
    return json.dumps(pair | {"grade": number % 4, "name": f"r{number}", "note": "n" * 500})


def test_a_file_that_may_grow_no_more_is_said_too(opened, golden):
    page = opened()
    page.judge(3, "r1")
    state, size = page.ask("next"), (golden.path / "judgments.jsonl").stat().st_size
    with limited(size + 10):
        refused = page.tell("judge", 507, **json.loads(verdict(state, 9)))
    assert "judgments.jsonl: the file has grown to the largest size allowed here" in refused["error"]
    assert given(golden) == [("kiln#1", 3)]
    assert page.judge(1, "r2", state)["recorded"] == "1 for oven.md"


def test_what_the_system_refuses_is_answered_in_words(opened, golden, monkeypatch):
    page = opened()
    page.judge(3, "r1")
    file = golden.path / "judgments.jsonl"

    def refuse(path, lines):
        raise PermissionError(13, "Permission denied", str(path))

    state = page.ask("next")
    monkeypatch.setattr("goldkit.store.golden.append_lines", refuse)
    assert page.tell("judge", 500, **json.loads(verdict(state, 9))) == {"error": f"{file}: Permission denied"}
    monkeypatch.undo()
    assert page.judge(1, "r2", state)["recorded"] == "1 for oven.md"
