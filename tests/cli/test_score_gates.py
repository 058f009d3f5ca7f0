"""`goldkit score --gate` through real processes: exit codes, and what a gate on a frozen set prints and records."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from goldkit.files import canonical

NAMES = [f"secret{i:02}" for i in range(80)]


def goldkit(folder: Path, *arguments: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "goldkit", "score", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder)


def write_run(path: Path, found: set[int]) -> None:
    path.write_text(json.dumps({name: [f"{name}/a" if i in found else "x"] for i, name in enumerate(NAMES)}))


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A golden directory of 80 questions, half of them frozen as `core`; `good` finds nine of ten, `bad` half of them."""
    folder = tmp_path_factory.mktemp("score-gates")
    golden = folder / "golden"
    golden.mkdir()
    (golden / "goldkit.json").write_text('{"format":1,"look_budget":2}')
    queries = [{"id": n, "text": f"{n * 2} {'xyz'[i % 3] * (i + 3)}", "tags": ["t"]} for i, n in enumerate(NAMES)]
    judgment = {"grade": 3, "status": "decided", "source": "human", "by": "ana", "at": "2026-12-01T10:00:00Z"}
    judgments = [{"query": name, "chunk": f"{name}/a", **judgment} for name in NAMES]
    for file, lines in (("queries", queries), ("judgments", judgments)):
        (golden / f"{file}.jsonl").write_bytes(b"".join(map(canonical.line, lines)))
    write_run(folder / "good.json", {i for i in range(80) if i % 10})
    write_run(folder / "bad.json", {i for i in range(80) if i % 2})
    command = [sys.executable, "-m", "goldkit", "freeze", "core", "--holdout", "0.5", "--k", "5"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return folder


@pytest.fixture
def folder(made, tmp_path):
    """A copy to write into."""
    subprocess.run(["cp", "-r", f"{made}/.", str(tmp_path)], check=True)
    return tmp_path


@pytest.mark.parametrize(
    ("runs", "gates", "code"),
    [
        (("bad.json", "good.json"), ("no worse by 0.02", "recall@5 >= 0.5"), 0),
        (("good.json", "bad.json"), ("no worse by 0.02", "recall@5 >= 0.1"), 1),
        (("good.json", "bad.json"), ("recall@5 >= 0.1", "recall@5 >= 0.45"), 5),
        (("good.json", "bad.json"), ("recall@5 >= 0.45", "no worse"), 1),
        (("good.json",), ("recall@5 >= 0.5",), 0),
        (("good.json",), ("recall@5 > 0.5",), 2),
        (("good.json",), ("no worse",), 2),
    ],
)
def test_the_exit_code_on_dev(made, runs, gates, code):
    done = goldkit(made, "dev", *runs, *(word for gate in gates for word in ("--gate", gate)))
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_the_message_names_gate_figure_interval_and_queries(made):
    done = goldkit(made, "dev", "good.json", "bad.json", "--gate", "tag=t: no worse by 0.02 on hit")
    text = " ".join(done.stdout[done.stdout.index("gates: FAILED (1 failed)") :].split())
    assert "FAILED: tag=t: no worse by 0.02 on hit" in text
    assert "hit@5 of bad −0." in text and "against good [−0." in text and "40 queries in 40 independent groups" in text
    assert "lost: secret" in text and "and 1" in text
    kept = json.loads(
        goldkit(made, "dev", "good.json", "bad.json", "--gate", "no worse by 0.02 on hit", "--json").stdout
    )["gates"]
    assert (kept[0]["verdict"], kept[0]["measure"], len(kept[0]["queries"]) > 5) == ("fail", "hit@5", True)
    assert "gates" not in json.loads(goldkit(made, "dev", "good.json", "--json").stdout)


def test_a_comment_for_a_pull_request_has_the_gates(made):
    done = goldkit(made, "dev", "good.json", "bad.json", "--gate", "no worse by 0.02", "--markdown")
    assert (done.returncode, "**gates: FAILED (1 failed)**" in done.stdout) == (1, True)


def test_a_frozen_set_needs_a_ledger_that_is_kept(folder):
    done = goldkit(folder, "core", "bad.json", "good.json", "--gate", "no worse")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--ledger PATH" in done.stderr
    assert not (folder / "golden/ledger.jsonl").exists()
    burn = goldkit(folder, "core", "bad.json", "--gate", "no worse", "--ledger", "l", "--per-query", "--burn")
    assert (burn.returncode, burn.stdout) == (2, "") and "verdict and figure only" in burn.stderr
    page = goldkit(folder, "core", "bad.json", "--gate", "no worse", "--ledger", "l", "--html", "page.html")
    assert (page.returncode, (folder / "page.html").exists()) == (2, False)


@pytest.mark.parametrize("form", [(), ("--json",), ("--markdown",)])
def test_a_gate_on_a_frozen_set_prints_verdict_and_figure_and_nothing_else(folder, form):
    asked = ("--gate", "no worse by 0.02", "--gate", "P@1 >= 0.3", "--ledger", "kept/looks.jsonl", *form)
    done = goldkit(folder, "core", "good.json", "bad.json", *asked)
    assert done.returncode == 1, done.stderr
    assert "secret" not in done.stdout + done.stderr
    assert "[" not in done.stdout.replace('"gates":[', "").replace('"queries":[]', "")  # no interval
    if form == ("--markdown",):
        assert done.stdout.startswith("**gates: FAILED") and "\n- **FAILED**" in done.stdout
    assert "MRR" not in done.stdout and "nDCG" not in done.stdout
    (line,) = map(json.loads, (folder / "kept/looks.jsonl").read_text().splitlines())
    assert line["look"] == 1 and "precision@1" in line["measures"]
    assert not (folder / "golden/ledger.jsonl").exists()


def test_looks_in_both_ledgers_count_and_a_spent_budget_is_inconclusive(folder):
    assert "look 1 of 2" in goldkit(folder, "core", "good.json").stderr
    asked = ("--gate", "recall@5 >= 0.1", "--ledger", "kept.jsonl")
    assert "look 1 of 2" in goldkit(folder, "core", "good.json", *asked).stderr  # known: no new look
    second = goldkit(folder, "core", "bad.json", *asked)
    assert ("look 2 of 2" in second.stderr, second.returncode) == (True, 0)
    write_run(folder / "third.json", {1, 2, 3})
    third = goldkit(folder, "core", "third.json", *asked)
    assert ("look 3 of 2" in third.stderr, third.returncode) == (True, 5)
    assert "look budget of 2 is spent" in third.stdout
    assert "look 2 of 2" in goldkit(folder, "core", "good.json", "bad.json").stderr  # its own ledger alone has seen one
    with (folder / "kept.jsonl").open("a") as file:
        file.write('{"at":"torn')
    torn = goldkit(folder, "core", "bad.json", *asked)
    assert "a torn last line" in torn.stderr and torn.returncode in (0, 5)
    assert goldkit(folder, "core", "good.json", "--ledger", ".").returncode == 2
