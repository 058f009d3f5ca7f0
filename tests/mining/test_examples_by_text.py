"""Every system's example log tells one scenario: its passages all lead to the right chunks of one corpus, whatever ids it uses."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldkit.files.canonical import sha256_text
from goldkit.logs.catalogue import reader_for
from goldkit.logs.log_file import LogFile
from goldkit.mining.match import Matcher
from goldkit.records import Chunk

EXAMPLES = Path(__file__).parents[1] / "logs" / "examples"
TEXTS = {
    "docs/condor.md#3": "Use condor_q -better-analyze JOBID to find out why a job stays idle.",
    "docs/condor.md#1": "The condor_q command lists the jobs in your queue.",
    "docs/slurm.md#4": "Pending jobs in Slurm wait for resources.",
    "docs/ssh.md#2": "GSSAPI logins need a valid ticket.",
    "docs/krb.md#0": "Tokens expire after 12 hours. Run kinit again to get a new Kerberos ticket.",
    "docs/backup.md#0": "Backups are written every night.",
    "docs/backup.md#1": "Restores are asked for by e-mail.",
}
SHOWN = {
    "Why does my job stay idle in HTCondor?": ("docs/condor.md#3", "docs/condor.md#1", "docs/slurm.md#4"),
    "how do I renew my kerberos ticket": ("docs/ssh.md#2", "docs/krb.md#0"),
    "what is the retention of nightly backups?": ("docs/backup.md#0",),
}
BY_ID = {"id"}
BY_TEXT = {"exact"}
LOGS = {
    "anythingllm_workspace_chats_table.jsonl": BY_TEXT,  # its ids are those of its own vector store
    "archi_conversations.jsonl": BY_TEXT,
    "azure_on_your_data.jsonl": BY_TEXT,  # a chunk id counts from 0 in each file
    "bedrock_retrieve_and_generate.jsonl": BY_TEXT,
    "dify_messages.json": BY_TEXT,
    "langchain_callbacks.jsonl": BY_ID,
    "langfuse_observations.jsonl": BY_ID,
    "langsmith_runs.jsonl": BY_ID | BY_TEXT,  # one run's documents have no ids
    "librechat_conversation.json": BY_TEXT,
    "llamaindex_response.jsonl": BY_ID,
    "mlflow_traces.jsonl": BY_ID,
    "openai_responses.jsonl": BY_TEXT,  # it names files only
    "openinference_otlp.json": BY_ID,
    "openwebui_chats.json": BY_TEXT,
    "phoenix_spans.jsonl": BY_ID,
    "ragflow_sessions.json": BY_TEXT,
}
"""Logs that show passages with their text → how these meet the corpus."""
NOT_ALL = {"bedrock_retrieve_and_generate.jsonl", "openai_responses.jsonl"}
"""Logs that tell of a passage only where the answer cites it, or hold a call whose results were not asked for."""


@pytest.mark.parametrize("name", LOGS)
@pytest.mark.parametrize("copies", [False, True], ids=["", "copied"])
def test_passages_lead_to_their_chunks(name, copies):
    corpus = {
        key: Chunk(id=key, text=text, sha256=sha256_text(text), doc_id=key.partition("#")[0])
        for key, text in TEXTS.items()
    }
    if copies:
        corpus["copy"] = Chunk(id="copy", text=TEXTS["docs/krb.md#0"], doc_id="attic/tickets.md")
    file = LogFile(EXAMPLES / name, 0, "batch")
    reader = reader_for(file.path, None, {})
    matcher = Matcher(corpus)
    seen = {}
    for one in reader.read([file], {}):
        resolved = matcher.resolve(one, [file])
        seen[one.query] = tuple(shown.chunk for shown in resolved.shown)
        assert len(resolved.shown) == len(one.shown)
    for question, found in seen.items():
        wanted = SHOWN[question]
        assert found == wanted if name not in NOT_ALL else set(found) <= set(wanted), question
    assert len(seen) >= 2
    assert set(matcher.result.counts) == LOGS[name]
    assert not (matcher.result.ambiguous or matcher.result.unmatched or matcher.result.rewritten)
