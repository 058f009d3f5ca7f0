"""`goldkit mine` on the logs of many systems at once, on one that holds no chunks, and on one that no reader knows."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "logs" / "examples"


def goldkit(folder: Path, *arguments: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "goldkit", "mine", *arguments]
    environment = os.environ | {"GOLDKIT_NOW": "2026-12-01T10:00:00Z"}
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment)


def test_a_folder_of_every_systems_logs_is_three_questions(tmp_path):
    shutil.copytree(EXAMPLES, tmp_path / "logs")
    (tmp_path / "logs" / "README.md").write_text("# what these are\n")
    done = goldkit(tmp_path, "logs", "--json")
    assert done.returncode == 0, done.stderr
    value = json.loads(done.stdout)
    assert value["new"] == 3
    assert any("README.md: no record in it" in one for one in value["skipped"])
    readers = {file["reader"] for file in value["files"]}
    assert {"ubi", "openinference", "langfuse", "langsmith", "langchain", "otel-genai", "mlflow"} <= readers


def test_a_log_without_chunks_keeps_its_questions_and_says_which_export_has_them(tmp_path):
    done = goldkit(tmp_path, str(EXAMPLES / "langfuse_traces.jsonl"))
    assert done.returncode == 0, done.stderr
    assert "questions: 3 new" in done.stdout
    assert "export the observations too" in " ".join(done.stdout.split())
    assert "proposals: 0 pairs" in done.stdout


def test_a_log_without_any_question_says_which_export_has_them(tmp_path):
    attribute = {"key": "gen_ai.operation.name", "value": {"stringValue": "retrieval"}}
    span = {"traceId": "1" * 32, "spanId": "1" * 16, "attributes": [attribute]}
    (tmp_path / "otlp.json").write_text(json.dumps({"resourceSpans": [{"scopeSpans": [{"spans": [span]}]}]}))
    done = goldkit(tmp_path, "otlp.json")
    assert done.returncode == 3
    assert "gen_ai.retrieval.query.text" in done.stderr


@pytest.mark.parametrize("name", ["langsmith", "openinference"])
def test_a_named_format_reads_what_is_its_own(tmp_path, name):
    done = goldkit(tmp_path, str(EXAMPLES / "langsmith_runs.jsonl"), "--format", name)
    assert done.returncode == (0 if name == "langsmith" else 3), done.stderr
    assert ("questions: 3 new" in done.stdout) == (name == "langsmith")


def test_a_table_that_no_reader_knows_can_be_mapped(tmp_path):
    (tmp_path / "log.csv").write_text('asked,found\n"why, then?","[""a"", ""b""]"\n')
    done = goldkit(tmp_path, "log.csv")
    assert done.returncode == 3
    for part in ("fields asked, found", "langfuse (", "mlflow (", "--map query="):
        assert part in done.stderr
    done = goldkit(tmp_path, "log.csv", "--map", "query=asked", "--map", "chunks=found")
    assert done.returncode == 0, done.stderr
    assert "questions: 1 new" in done.stdout
