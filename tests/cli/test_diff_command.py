"""`goldkit diff` through real processes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest


def goldkit(folder: Path, *arguments: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "goldkit", "diff", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder)


@pytest.fixture
def folder(tmp_path):
    """Two runs under one file name, a corpus, a golden directory and a frozen set's name."""
    for name, ids in (("a", ["c1", "c2"]), ("b", ["c2", "c3"])):
        (tmp_path / name).mkdir()
        (tmp_path / name / "run.jsonl").write_text(json.dumps({"query": "q1", "chunks": ids}) + "\n")
    (tmp_path / "corpus.jsonl").write_text('{"id":"c2","text":"x"}\n{"id":"c3","text":"y"}\n')
    (tmp_path / "golden").mkdir()
    (tmp_path / "golden" / "goldkit.json").write_text('{"format":1}')
    return tmp_path


def test_as_json_and_as_text_alike(folder):
    arguments = ("old=a/run.jsonl", "new=b/run.jsonl", "--corpus", "corpus.jsonl", "--k", "2")
    done = goldkit(folder, *arguments, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert (found["format"], found["k"], found["queries"], found["p"]) == (1, 2, 1, 0.5)
    assert found["overlap"]["mean"] == pytest.approx(1 / 3)
    assert found["vanished"][0] == {"run": "old", "ids": 2, "lacking": ["c1"], "reason": None}
    text = goldkit(folder, *arguments).stdout
    assert "old: 1 of its 2 ids not in the corpus: c1" in text
    assert goldkit(folder, *arguments).stdout == text


def test_ids_that_come_again_within_a_list_are_counted(folder):
    (folder / "b" / "run.jsonl").write_text('{"query":"q1","chunks":["c2","c2","c3"]}\n')
    arguments = ("old=a/run.jsonl", "new=b/run.jsonl", "--k", "2")
    assert json.loads(goldkit(folder, *arguments, "--json").stdout)["repeats"] == {"old": 0, "new": 1}
    said = goldkit(folder, *arguments).stdout
    assert "new: ids repeated within a list: 1; a repeat takes its slot and counts as nothing" in said
    assert "old: ids repeated" not in said


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("a/run.jsonl", "b/run.jsonl"), 2, "name them apart as `name=path`"),
        (("golden", "a/run.jsonl"), 2, "golden: a set or a folder, not a run; goldkit diff compares two run files"),
        (("a/run.jsonl", "dev"), 2, "dev: a set or a folder, not a run"),
        (("a/run.jsonl", "nowhere.jsonl"), 2, "nowhere.jsonl: no such file"),
        (("x=a/run.jsonl", "b/run.jsonl", "--k", "0"), 2, "--k"),
        (("x=a/run.jsonl", "corpus.jsonl"), 3, "corpus.jsonl"),
    ],
)
def test_what_is_refused(folder, arguments, code, words):
    done = goldkit(folder, *arguments)
    assert done.returncode == code
    assert words in done.stderr
    assert done.stdout == ""
