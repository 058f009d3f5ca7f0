"""`goldkit mine`: choosing questions and tagging them, through real processes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

MAP = ["--map", "query=q", "--map", "chunks=docs", "--map", "id=id"]


def goldkit(folder: Path, *arguments: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "goldkit", *arguments]
    environment = os.environ | {"GOLDKIT_NOW": "2026-12-01T10:00:00Z"}
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment)


@pytest.fixture
def folder(tmp_path):
    rows = [{"q": f"why is host{n % 9} slow", "docs": ["a"], "id": n} for n in range(30)]
    (tmp_path / "log.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return tmp_path


def test_so_many_are_selected_and_the_same_command_again_changes_nothing(folder):
    done = goldkit(folder, "mine", "log.jsonl", *MAP, "--select", "4", "--by", "stratified", "--seed", "3")
    assert done.returncode == 0, done.stderr
    assert "selected:  4 of 9 questions, stratified" in done.stdout and "5 set aside as not selected" in done.stdout
    before = (folder / "golden" / "queries.jsonl").read_bytes()
    queries = [json.loads(line) for line in before.splitlines()]
    assert sum("aside" not in query for query in queries) == 4
    assert all(("aside" in query) != ("prob" in query.get("sampling", {})) for query in queries)
    goldkit(folder, "mine", "log.jsonl", *MAP, "--select", "4", "--by", "stratified", "--seed", "3")
    assert (folder / "golden" / "queries.jsonl").read_bytes() == before
    assert "waiting:   5 questions" in goldkit(folder, "mine", "log.jsonl", *MAP).stdout
    more = json.loads(goldkit(folder, "mine", "log.jsonl", *MAP, "--select", "20", "--json").stdout)
    assert (more["selection"]["drawn"], more["selection"]["returned"], more["selection"]["aside"]) == (9, 5, 0)
    assert "standings" not in more["selection"]


def test_a_dry_run_selects_and_writes_nothing(folder):
    done = goldkit(folder, "mine", "log.jsonl", *MAP, "--select", "4", "--by", "uncertain", "--dry-run")
    assert "uncertain first" in done.stdout and "no question has a known chance" in done.stdout
    assert not (folder / "golden").exists()


def test_own_tags_and_patterns(folder):
    (folder / "exact.txt").write_text("slow\n")
    done = goldkit(folder, "mine", "log.jsonl", *MAP, "--exact-patterns", "exact.txt", "--tag", "seven=host7")
    assert done.returncode == 0, done.stderr
    tags = {}
    for line in (folder / "golden" / "queries.jsonl").read_text().splitlines():
        query = json.loads(line)
        tags[query["text"]] = query["tags"]
    assert tags["why is host7 slow"] == ["exact", "seven"] and tags["why is host1 slow"] == ["exact"]


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--select", "0"], 2, "--select"),
        (["--select", "3", "--by", "chance"], 2, "chance"),
        (["--tag", "x"], 2, "NAME=REGEX"),
        (["--tag", "x=(a+)+"], 2, "repeats a group"),
        (["--exact-patterns", "bad.txt"], 3, "bad.txt:2"),
        (["--exact-patterns", "gone.txt"], 2, "gone.txt"),
    ],
)
def test_what_does_not_fit_ends_with_its_code_and_leaves_no_folder(folder, arguments, code, words):
    (folder / "bad.txt").write_text("good\n(\n")
    done = goldkit(folder, "mine", "log.jsonl", *MAP, *arguments)
    assert (done.returncode, done.stdout) == (code, "")
    assert words in done.stderr and "Traceback" not in done.stderr
    assert not (folder / "golden").exists()
