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


WITHOUT_CHUNKS = {
    "anythingllm_workspace_chats_table.jsonl": (["sources"], "read the rows of the table workspace_chats"),
    "archi_conversations.jsonl": (["context", "link"], "export the table conversations with its column context"),
    "dify_messages.json": (["retriever_resources"], "turn on citations in the app"),
    "elastic_behavioral_analytics.jsonl": (["items", "document"], "let the tracker send search.results.items"),
    "librechat_conversation.json": (["attachments", "tool_call"], "with their attachments and tool calls"),
    "openwebui_chats.json": (["sources"], "export the chats themselves"),
    "opensearch_ubi_queries.jsonl": (["query_response_hit_ids"], "let the plugin fill query_response_hit_ids"),
    "ragflow_sessions.json": (["reference"], "export the sessions with their reference"),
}
"""Example log → the keys under which it holds its chunks, and what an export without them is answered."""


def without(value, keys):
    """The value without some keys, also inside strings that hold JSON."""
    if isinstance(value, dict):
        return {key: without(item, keys) for key, item in value.items() if key not in keys}
    if isinstance(value, list):
        return [without(item, keys) for item in value]
    if isinstance(value, str) and value.startswith("{"):
        return json.dumps(without(json.loads(value), keys))
    return value


@pytest.mark.parametrize("name", WITHOUT_CHUNKS)
def test_an_export_without_chunks_says_which_one_has_them(tmp_path, name):
    keys, cure = WITHOUT_CHUNKS[name]
    text = (EXAMPLES / name).read_text()
    records = [json.loads(text)] if name.endswith(".json") else [json.loads(line) for line in text.splitlines()]
    (tmp_path / name).write_text("".join(json.dumps(without(record, keys)) + "\n" for record in records))
    done = goldkit(tmp_path, name, "--json")
    assert done.returncode == 0, done.stderr
    value = json.loads(done.stdout)
    assert value["new"] >= 2 and not value["proposals"]
    assert [cure in " ".join(file["advice"]) for file in value["files"]] == [True]
    whole = json.loads(goldkit(tmp_path, str(EXAMPLES / name), "--golden", "other", "--json").stdout)
    assert not any(cure in " ".join(file["advice"]) for file in whole["files"])


def test_verdicts_without_the_questions_they_are_about_say_what_to_give_with_them(tmp_path):
    done = goldkit(tmp_path, str(EXAMPLES / "langsmith_feedback.jsonl"))
    assert done.returncode == 3 and "Give it together with the files that its records point at" in done.stderr


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
