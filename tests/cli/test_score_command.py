"""`goldkit score` through real processes: where words go, and when a look is counted."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from goldkit.files import canonical


def goldkit(folder: Path, *arguments: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "goldkit", "score", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder)


@pytest.fixture
def folder(tmp_path):
    """A JSON set of 24 queries and two runs, the second better."""
    gold = {f"q{i:02}": ["a", "b"] for i in range(24)}
    runs = {"before": ["a", "x", "y"], "after": ["a", "b", "x"]}
    (tmp_path / "gold.json").write_text(json.dumps(gold))
    for name, ranking in runs.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(dict.fromkeys(gold, ranking)))
    return tmp_path


@pytest.fixture
def frozen(tmp_path):
    """A golden directory of 64 unlike questions, about half of them frozen as `core` with a budget of one look."""
    golden = tmp_path / "golden"
    golden.mkdir()
    (golden / "goldkit.json").write_text('{"format":1,"look_budget":1}')
    names = [f"secret{i:02}" for i in range(64)]
    queries = [
        {"id": name, "text": f"{name * 2} {'xyz'[i % 3] * (i + 3)}", "origin": "log"} for i, name in enumerate(names)
    ]
    judgment = {"grade": 3, "status": "decided", "source": "human", "by": "ana", "at": "2026-12-01T10:00:00Z"}
    judgments = [{"query": name, "chunk": f"{name}/{part}", **judgment} for name in names for part in "ab"]
    for file, lines in (("queries", queries), ("judgments", judgments)):
        (golden / f"{file}.jsonl").write_bytes(b"".join(map(canonical.line, lines)))
    for file, parts in (("before", "axy"), ("after", "abx")):
        write_run(tmp_path / f"{file}.json", names, parts)
    command = [sys.executable, "-m", "goldkit", "freeze", "core", "--holdout", "0.5", "--k", "5"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    return tmp_path


def write_run(path: Path, names: list[str], parts: str) -> None:
    path.write_text(json.dumps({name: [f"{name}/{part}" for part in parts] for name in names}))


def ledger(folder: Path) -> list[dict]:
    path = folder / "golden" / "ledger.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def tear(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b'{"at":"torn')


def test_the_table_goes_to_stdout(folder):
    done = goldkit(folder, "gold.json", "before.json", "new=after.json", "--k", "2", "-m", "R@2", "-m", "RR")
    assert (done.returncode, done.stderr) == (0, "")
    assert "new: better in recall@2" in done.stdout
    assert "new chunks reached" in done.stdout


def test_json_is_one_document_on_stdout_and_notes_go_to_stderr(folder):
    (folder / "before.json").write_text(json.dumps({f"q{i:02}": ["a"] for i in range(20)}))
    done = goldkit(folder, "gold.json", "before.json", "after.json", "--json")
    assert json.loads(done.stdout)["measures"] == ["recall@10", "MRR", "nDCG@10"]
    assert "before: missing 4 of 24 (scored 0)" in done.stderr
    assert done.stdout == goldkit(folder, "gold.json", "before.json", "after.json", "--json").stdout


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("gold.json", "before.json", "-m", "recal@5", "-m", "ZAP@20"), 2, "'recal@5', 'ZAP@20'"),
        (("gold.json", "before.json", "--baseline", "x"), 2, "'x' is none of the runs: before"),
        (("gold.json", "nowhere.json"), 2, "nowhere.json"),
        (("gold.json", "before.json", "other/before.json"), 2, "before"),
        (("gold.json", "gold.json", "few.json"), 3, "few: found 23 of 24 queries missing"),
        (("gold.json", "before.json", "--ties", "random"), 2, "random"),
        (("gold.json", "before.json", "--seed", "-1"), 2, "--seed"),
    ],
)
def test_what_does_not_fit_has_its_exit_code_and_no_traceback(folder, arguments, code, words):
    (folder / "few.json").write_text('{"q00": ["a"]}')
    done = goldkit(folder, *arguments)
    assert (done.returncode, done.stdout) == (code, "")
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_a_measure_that_ir_measures_alone_knows_is_scored_where_it_is_installed(folder):
    pytest.importorskip("ir_measures", reason="ir-measures is not installed (it does not work on 3.14)")
    done = goldkit(folder, "gold.json", "before.json", "after.json", "-m", "ERR@20", "--count", "chunks", "--json")
    assert done.returncode == 0, done.stderr
    before, after = (run["means"]["ERR@20"] for run in json.loads(done.stdout)["runs"])
    assert 0 < before < after < 1


def test_a_look_is_counted_once_a_run_and_after_the_budget_there_is_no_verdict(frozen):
    first = goldkit(frozen, "core", "before.json", "after.json")
    assert first.returncode == 0, first.stderr
    assert "look 1 of 1 at core" in first.stderr
    assert "after: better in recall@5" in first.stdout
    assert "ignored" in first.stdout  # queries of dev, which the runs answer as well
    held_out = {
        json.loads(line)["id"] for line in (frozen / "golden/frozen/core/queries.jsonl").read_text().splitlines()
    }
    assert not any(name in first.stdout + first.stderr for name in held_out)
    again = goldkit(frozen, "core", "before.json", "after.json")
    assert "nothing new was shown" in again.stderr
    assert again.stdout == first.stdout
    assert len(ledger(frozen)) == 1
    write_run(frozen / "after.json", [f"secret{i:02}" for i in range(64)], "ba")
    third = goldkit(frozen, "core", "before.json", "after.json")
    assert "look 2 of 1 at core" in third.stderr
    assert "no verdict in recall@5" in third.stdout
    assert "the look budget of 1 is spent" in " ".join(third.stdout.split())
    assert [line["look"] for line in ledger(frozen)] == [1, 2]


def test_a_call_that_fails_is_no_look(frozen):
    assert goldkit(frozen, "core", "before.json", "-m", "nope").returncode == 2
    write_run(frozen / "before.json", ["secret01"], "a")
    assert goldkit(frozen, "core", "before.json").returncode == 3
    assert ledger(frozen) == []


def test_a_torn_line_is_told_wherever_it_is_met(frozen):
    tear(frozen / "golden" / "judgments.jsonl")
    assert "judgments.jsonl:129: a torn last line" in goldkit(frozen, "dev", "before.json").stderr
    assert "judgments.jsonl:129: a torn last line" in goldkit(frozen, "golden", "before.json").stderr
    assert goldkit(frozen, "core", "before.json").returncode == 0
    tear(frozen / "golden" / "ledger.jsonl")
    assert "ledger.jsonl:2: a torn last line" in goldkit(frozen, "core", "after.json").stderr
    assert "torn" not in goldkit(frozen, "core", "after.json").stderr


def test_dev_is_free(frozen):
    done = goldkit(frozen, "dev", "before.json", "after.json")
    assert done.returncode == 0, done.stderr
    assert "look" not in done.stderr
    assert ledger(frozen) == []


def test_means_only(folder):
    whole = json.loads(goldkit(folder, "gold.json", "before.json", "after.json", "--json").stdout)
    quick = json.loads(goldkit(folder, "gold.json", "before.json", "after.json", "--json", "--means-only").stdout)
    assert [run["means"] for run in quick["runs"]] == [run["means"] for run in whole["runs"]]
    assert (quick["deltas"], quick["slices"]) == ([], [])
    text = goldkit(folder, "gold.json", "before.json", "--means-only")
    assert text.returncode == 0 and "means over 24 queries\n" in text.stdout
    page = goldkit(folder, "gold.json", "before.json", "--means-only", "--html", "page.html")
    assert page.returncode == 2 and "--means-only prints text or --json" in page.stderr


def test_means_of_a_frozen_set_are_a_look(frozen):
    for used in ("look 1 of 1 at core\n", "look 1 of 1 at core; nothing new was shown\n"):
        assert used in goldkit(frozen, "core", "before.json", "--means-only").stderr
