"""The fixture `golden_gate` in somebody's own pytest run: passes, fails with what stands behind it, and disturbs nobody.

Each run is a process of its own. pytest's own pytester would put sys.modules back afterwards, and with it the modules of goldkit
that it had seen loaded; classes that were met before would then no longer be those of later imports.
"""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import goldkit

AT = "2026-12-01T10:00:00Z"
PLUGIN = ("-p", "goldkit.pytest_plugin", "-p", "no:cacheprovider")
RUNS = """
import pathlib, pytest
RIGHT = {f"q{n:02}": [f"c{n}"] for n in range(40)}
WRONG = {name: ["elsewhere"] for name in RIGHT}
"""


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A folder with a golden directory of 40 unrelated questions, whose tests pytest runs with the plugin alone."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("GOLDKIT_NOW", AT)
    directory = goldkit.GoldenDirectory(tmp_path / "golden")
    directory.create()
    words = [chr(97 + n % 26) * (n + 3) for n in range(40)]
    goldkit.enroll(
        directory,
        [goldkit.Query(id=f"q{n:02}", text=f"{word} {n}?") for n, word in enumerate(words)],
        [
            goldkit.Judgment(
                query=f"q{n:02}", chunk=f"c{n}", grade=3, status="decided", source="human", by="ana", at=AT
            )
            for n in range(40)
        ],
        [goldkit.Chunk(id=f"c{n}", text=f"the answer {word}") for n, word in enumerate(words)],
    )
    return tmp_path


def run(project, body):
    """(outcome → how many tests had it, all that was printed)."""
    (project / "test_theirs.py").write_text(RUNS + body)
    command = [sys.executable, "-m", "pytest", "--rootdir", str(project), *PLUGIN]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True)
    found = re.findall(r"(\d+) (passed|failed|error)", done.stdout.splitlines()[-1])
    return {outcome: int(count) for count, outcome in found}, done.stdout + done.stderr


def test_a_gate_that_holds_passes_and_gives_the_result(project):
    outcome, said = run(
        project,
        """
def test_it(golden_gate):
    result = golden_gate(["recall@5 >= 0.8", "no worse by 0.1"], {"old": RIGHT, "new": RIGHT}, k=5)
    assert result.runs[1].means["recall@5"] == 1
""",
    )
    assert outcome == {"passed": 1}, said


def test_a_gate_that_fails_shows_verdict_interval_queries_and_table(project):
    outcome, said = run(
        project,
        """
def test_it(golden_gate):
    golden_gate("no worse than old by 0.02", {"old": RIGHT, "new": WRONG}, k=5)
""",
    )
    assert outcome == {"failed": 1}, said
    assert "FAILED: no worse than old by 0.02" in said and "recall@5 of new −1.000 against old [" in said
    assert "lost: q00" in said and "of 40 queries in every mean" in said
    assert "pytest_plugin.py" not in said, "the test's own line is shown, not goldkit's"


def test_what_is_inconclusive_does_not_pass(project):
    outcome, said = run(
        project,
        """
def test_it(golden_gate):
    answers = {"q1": {"a"}, "q2": {"b"}}
    golden_gate("recall@1 >= 0.9", {"r": {"q1": ["a"], "q2": ["b"]}}, answers, k=1)
""",
    )
    assert outcome == {"failed": 1}, said
    assert "inconclusive: recall@1 >= 0.9" in said


def test_a_function_is_asked_the_questions_and_compared_with_a_file(project):
    (project / "old.jsonl").write_text(
        "".join(json.dumps({"query": f"q{n:02}", "chunks": [f"c{n}"]}) + "\n" for n in range(40))
    )
    outcome, said = run(
        project,
        """
def retrieve(question, k):
    return [f"c{question.split()[-1].rstrip('?')}"]

def test_it(golden_gate):
    golden_gate("no worse by 0.02", {"old": "old.jsonl", "new": retrieve}, k=5)

def test_without_texts(golden_gate):
    golden_gate("no worse by 0.02", {"old": RIGHT, "new": retrieve}, {"q1": ["a"]}, k=5)
""",
    )
    assert outcome == {"passed": 1, "failed": 1}, said
    assert "UsageError: the function 'new' needs questions" in said


def test_a_frozen_set_tells_its_verdict_and_counts_the_look(project):
    directory = goldkit.GoldenDirectory(project / "golden")
    goldkit.freeze("core", 0.8, directory, seed=1, k=5, at=AT)
    outcome, said = run(
        project,
        """
def test_without_ledger(golden_gate):
    golden_gate("no worse by 0.02", {"old": RIGHT, "new": WRONG}, "core")

def test_it(golden_gate):
    golden_gate("no worse by 0.02", {"old": RIGHT, "new": WRONG}, "core", ledger="kept.jsonl")
""",
    )
    assert outcome == {"failed": 2}, said
    assert "core is frozen: a gate on it spends a look" in said and "FAILED: no worse by 0.02" in said
    assert "lost:" not in said and "in every mean" not in said and not re.search(r"\bq\d\d\b", said)
    assert len((project / "kept.jsonl").read_text().splitlines()) == 1


def test_a_run_that_does_not_use_it_loads_nothing_of_goldkit(project):
    outcome, said = run(
        project,
        """
import sys
import tomllib
from pathlib import Path
def test_it():
    assert [name for name in sys.modules if name.startswith("goldkit")] == ["goldkit", "goldkit.pytest_plugin"]
    assert not {"numpy", "msgspec", "typer", "openai"} & set(sys.modules)
""",
    )
    assert outcome == {"passed": 1}, said


def test_pytest_is_not_needed_for_the_rest_of_goldkit():
    probe = "import sys; sys.modules['pytest'] = None; import goldkit; goldkit.assert_gates"
    assert subprocess.run([sys.executable, "-c", probe]).returncode == 0


def test_nothing_to_hold_is_refused():
    with pytest.raises(goldkit.UsageError, match="nothing was to hold"):
        goldkit.assert_gates(goldkit.score({"q": ["a"]}, {"r": {"q": ["a"]}}, k=1))


def test_pytest_finds_it_by_itself_once_goldkit_is_installed():
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["pytest11"] == {"goldkit": "goldkit.pytest_plugin"}
