"""No id, name or reason out of a file steers the terminal; data for programs stays as it is."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from goldkit.cli.tame import tame

HOSTILE = "q\x1b[31m\x9b2J\r\u202e"
SPELT = "q<U+001B>[31m<U+009B>2J<U+000D><U+202E>"


def score(folder: Path, *arguments: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "goldkit", "score", "gold.json", *arguments]
    return subprocess.run(command, capture_output=True, cwd=folder)


@pytest.fixture
def folder(tmp_path):
    """Two queries, one with a hostile id; a run that answers them and one that fails with hostile words."""
    (tmp_path / "gold.json").write_text(json.dumps({HOSTILE: ["a"], "plain": ["b"]}))
    (tmp_path / "run.json").write_text(json.dumps({"stranger" + HOSTILE: ["a"], "plain": ["x", "b"]}))
    lines = [{"query": "plain", "chunks": ["b"]}, {"query": HOSTILE, "failed": f"because {HOSTILE}"}]
    (tmp_path / "failing.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return tmp_path


def test_what_steers_a_terminal_is_spelt_out_and_all_else_stays():
    assert tame(HOSTILE) == SPELT
    plain = "a line\n\tanother, with é, 漢字, 👩‍🚀 and عربي"
    assert tame(plain) == plain


@pytest.mark.parametrize("option", [(), ("--markdown",), ("--means-only",)])
def test_a_report_spells_out_what_an_id_would_do_to_the_screen(folder, option):
    done = score(folder, f"{HOSTILE}=run.json", *option)
    assert done.returncode == 0, done.stderr
    assert b"<U+001B>" in done.stdout and b"<U+009B>" in done.stdout
    assert not [each for each in "\x1b\r\x9b\u202e" if each.encode() in done.stdout]


def test_an_error_spells_it_out_too(folder):
    done = score(folder, "failing.jsonl")
    assert done.returncode == 3
    assert f"because {SPELT}".encode() in done.stderr
    assert b"\x1b" not in done.stderr


def test_json_and_csv_keep_the_id_as_it_is(folder):
    csv = score(folder, "run.json", "--csv", "-")
    assert csv.returncode == 0, csv.stderr
    assert HOSTILE.encode() in csv.stdout
    found = json.loads(score(folder, f"{HOSTILE}=run.json", "--json").stdout)
    assert found["runs"][0]["name"] == HOSTILE
