"""`goldkit mine` through real processes: exit codes, where words go, and a folder that stays as it was."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROW = {"q": "why does it stall?", "docs": ["a", "b"], "cited": ["a"], "session": "secret-session"}
MAP = ["--map", "query=q", "--map", "chunks=docs", "--map", "cited=cited", "--map", "session=session"]


def goldkit(folder: Path, *arguments: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "goldkit", "mine", *arguments]
    environment = os.environ | {"GOLDKIT_NOW": "2026-12-01T10:00:00Z"}
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "log.jsonl").write_text(json.dumps(ROW) + "\n")
    (tmp_path / "corpus.jsonl").write_text('{"id": "a", "text": "A"}\n')
    return tmp_path


def test_a_log_becomes_questions_and_proposals(folder):
    done = goldkit(folder, "log.jsonl", *MAP, "--corpus", "corpus.jsonl")
    assert done.returncode == 0, done.stderr
    assert "questions: 1 new" in done.stdout and "b" in done.stdout
    assert done.stderr == "next: goldkit review\n"
    (line,) = (folder / "golden" / "judgments.jsonl").read_text().splitlines()
    judgment = json.loads(line)
    assert (judgment["chunk"], judgment["grade"], judgment["at"]) == ("a", None, "2026-12-01T10:00:00Z")
    assert "secret-session" not in "".join(path.read_text() for path in (folder / "golden").iterdir())


def test_json_goes_to_stdout_as_one_value(folder):
    done = goldkit(folder, "log.jsonl", *MAP, "--json")
    value = json.loads(done.stdout)
    assert (value["new"], value["pairs"], value["files"][0]["reader"]) == (1, 1, "jsonl")


def test_passages_without_an_id_of_the_corpus_are_matched_by_text_or_reported(folder):
    poll = "The poller asks every worker once in 30 s, and one that stays silent for three rounds is taken out of the pool."
    chunks = [{"id": "a", "text": poll}, {"id": "b", "text": "Twice here."}, {"id": "c", "text": "Twice here."}]
    (folder / "corpus.jsonl").write_text("".join(json.dumps(chunk) + "\n" for chunk in chunks))
    texts = [poll.replace(" ", "  "), "Twice here.", poll.replace("30 s", "60 s"), "Ask ana@example.org for it."]
    (folder / "log.jsonl").write_text(json.dumps({"q": "why?", "docs": [{"text": text} for text in texts]}) + "\n")
    done = goldkit(folder, "log.jsonl", *MAP, "--corpus", "corpus.jsonl")
    assert "matched:   passages shown: 1 by normalised text" in done.stdout
    assert "ambiguous: 1 text" in done.stdout and "log.jsonl:1 “Twice here.” (b, c)" in done.stdout
    assert "unmatched: 2 texts" in done.stdout
    assert "ana@" not in done.stdout
    again = json.loads(goldkit(folder, "log.jsonl", *MAP, "--corpus", "corpus.jsonl", "--golden", "h", "--json").stdout)
    assert again["match"]["counts"] == {"normalised": 1}
    assert [len(again["match"][sort]) for sort in ("ambiguous", "unmatched")] == [1, 2]


def test_a_dry_run_changes_nothing(folder):
    done = goldkit(folder, "log.jsonl", *MAP, "--dry-run")
    assert done.returncode == 0
    assert "questions: 1 new" in done.stdout and "nothing was changed" in done.stderr
    assert not (folder / "golden").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["log.jsonl"], 3, "--map query="),
        (["gone.jsonl"], 2, "no such file"),
        (["log.jsonl", "--map", "query"], 2, "FIELD=PATH"),
        (["log.jsonl", "--map", "chunks=docs"], 2, "--map query=PATH"),
        (["log.jsonl", "--format", "nosuch"], 2, "there are ubi, openinference, "),
        (["log.jsonl", "--map", "query=nothing"], 3, "none of which tells a question"),
    ],
)
def test_what_does_not_fit_ends_with_its_code_and_leaves_no_folder(folder, arguments, code, words):
    done = goldkit(folder, *arguments)
    assert (done.returncode, done.stdout) == (code, "")
    assert words in done.stderr and "Traceback" not in done.stderr
    assert not (folder / "golden").exists()


def test_what_is_private_is_replaced_counted_and_listed(folder):
    (folder / "log.jsonl").write_text(json.dumps(ROW | {"q": "why does ana@x.example wait for E123456?"}) + "\n")
    (folder / "rules.txt").write_text("EMPLOYEE: \\bE\\d{6}\\b\n")
    done = goldkit(folder, "log.jsonl", *MAP, "--redact-rules", "rules.txt", "--replaced", "replaced.jsonl")
    assert done.returncode == 0, done.stderr
    assert "1 <EMAIL>, 1 <EMPLOYEE>" in done.stdout and "ana@" not in done.stdout
    rows = [json.loads(line) for line in (folder / "replaced.jsonl").read_text().splitlines()]
    assert [(row["rule"], row["found"], row["line"]) for row in rows] == [
        ("EMAIL", "ana@x.example", 1),
        ("EMPLOYEE", "E123456", 1),
    ]
    assert (folder / "replaced.jsonl").stat().st_mode & 0o077 == 0
    assert "ana@" not in "".join(path.read_text() for path in (folder / "golden").iterdir())


def test_the_list_of_what_was_replaced_stays_out_of_the_golden_directory(folder):
    done = goldkit(folder, "log.jsonl", *MAP, "--replaced", "golden/replaced.jsonl")
    assert done.returncode == 2 and "golden directory" in done.stderr
    assert not (folder / "golden").exists()


def test_the_rules_of_the_golden_directory_are_used(folder):
    (folder / "golden").mkdir()
    (folder / "golden" / "redact.txt").write_text("oops\n")
    done = goldkit(folder, "log.jsonl", *MAP)
    assert done.returncode == 3 and "redact.txt:1" in done.stderr
