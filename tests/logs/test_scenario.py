"""One scenario in the export of every system: three questions; the first answer cites the first chunk, the second the second.

A new system is one row. What an export cannot give is None or empty there, with the advice that says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from goldkit.logs import bedrock, openai_responses
from goldkit.logs.catalogue import LOG_READERS, reader_for
from goldkit.logs.interactions import Interaction
from goldkit.logs.log_file import LogFile, first_records

EXAMPLES = Path(__file__).parent / "examples"
QUESTIONS = (
    "Why does my job stay idle in HTCondor?",
    "how do I renew my kerberos ticket",
    "what is the retention of nightly backups?",
)
TIMES = ("2026-11-02T09:14:03Z", "2026-11-02T09:15:40Z", "2026-11-03T16:20:11Z")
ANSWERS = (
    "Run `condor_q -better-analyze JOBID`; it lists the requirements that no machine meets [1].",
    "Run `kinit` again; tickets live for 12 hours [2].",
    "I could not find this in the documentation.",
)
IDLE = ("docs/condor.md#3", "docs/condor.md#1", "docs/slurm.md#4")
TICKET = ("docs/ssh.md#2", "docs/krb.md#0")
BACKUP = ("docs/backup.md#0",)
IDS = (IDLE, TICKET, BACKUP)
TEXT_OF = {
    "docs/condor.md#3": "Use condor_q -better-analyze JOBID to find out why a job stays idle.",
    "docs/condor.md#1": "The condor_q command lists the jobs in your queue.",
    "docs/slurm.md#4": "Pending jobs in Slurm wait for resources.",
    "docs/ssh.md#2": "GSSAPI logins need a valid ticket.",
    "docs/krb.md#0": "Tokens expire after 12 hours. Run kinit again to get a new Kerberos ticket.",
    "docs/backup.md#0": "Backups are written every night.",
}
NOTHING: tuple[tuple[str, ...], ...] = ((), (), ())
CITED = (IDLE[:1], TICKET[1:], ())


def texts(ids: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    """What an export shows that has texts and no ids."""
    return tuple(tuple(TEXT_OF[one] for one in row) for row in ids)


def prefixed(prefix: str) -> tuple[tuple[str, ...], ...]:
    """What an export shows whose ids are its own."""
    return tuple(tuple(prefix + one for one in row) for row in IDS)


RAGFLOW = ("rf11111111111111", "rf22222222222222", "rf33333333333333")


@dataclass(frozen=True)
class System:
    """One system's files. shown, cited: for each question the ids, or the texts where an export has no id of a chunk."""

    reader: str
    files: tuple[str, ...]
    shown: tuple[tuple[str, ...], ...] = IDS
    cited: tuple[tuple[str, ...], ...] = CITED
    clicked: tuple[tuple[str, ...], ...] = NOTHING
    up: tuple[bool | None, ...] = (True, None, False)
    times: tuple[str | None, ...] = TIMES
    answers: tuple[str | None, ...] = ANSWERS
    sessions: tuple[str | None, ...] = ("s-900", "s-900", "s-901")
    users: tuple[str | None, ...] = ("u-17", "u-17", "u-42")
    advice: tuple[str, ...] = ()
    questions: tuple[str, ...] = QUESTIONS
    ranked: bool = True


OPEN_WEBUI = {  # [1] of the first answer counts files; two passages of that file were shown
    "shown": texts(IDS),
    "cited": texts(((), TICKET[1:], ())),
    "sessions": ("chat-1", "chat-1", "chat-2"),
}
UNRATED = (None, None, None)
LANGSMITH = {  # the documents of the second run have no ids
    "shown": (IDLE, *texts((TICKET,)), BACKUP),
    "cited": (CITED[0], *texts(CITED[1:])),
}
SYSTEMS = [
    System(
        "openinference",
        ("phoenix_spans.jsonl", "phoenix_span_annotations.jsonl"),
        up=(True, None, None),  # the example's annotations rate the first answer only
    ),
    System("openinference", ("phoenix_spans.jsonl",), up=(None, None, None)),
    System("langfuse", ("langfuse_observations.jsonl", "langfuse_traces.jsonl")),
    System("langfuse", ("langfuse_observations.jsonl",), cited=NOTHING, up=UNRATED, answers=UNRATED),
    System(
        "langfuse",
        ("langfuse_traces.jsonl",),
        shown=NOTHING,
        cited=NOTHING,
        advice=(
            "Langfuse traces alone hold no chunks: export the observations too (type RETRIEVER), and give both files at once.",
        ),
    ),
    System("openinference", ("openinference_otlp.json",), up=UNRATED),
    System("langchain", ("langchain_callbacks.jsonl",), up=UNRATED),
    System("otel-genai", ("otel_genai_otlp.json",), users=(None, None, None)),
    System("mlflow", ("mlflow_traces.jsonl",)),
    System("langsmith", ("langsmith_runs.jsonl", "langsmith_feedback.jsonl"), **LANGSMITH),
    System("langsmith", ("langsmith_runs.jsonl",), **LANGSMITH),
    System(
        "ubi",
        ("opensearch_ubi_queries.jsonl", "opensearch_ubi_events.jsonl"),
        cited=NOTHING,
        clicked=CITED,
        up=(None, None, None),
        answers=(None, None, None),
    ),
    System(
        "ubi",
        ("opensearch_ubi_queries.jsonl",),
        cited=NOTHING,
        up=(None, None, None),
        answers=(None, None, None),
        sessions=(None, None, None),
    ),
    System(
        "archi",
        ("archi_conversations.jsonl", "archi_feedback.jsonl"),
        shown=texts(IDS),
        cited=texts(CITED),
        sessions=("900", "900", "901"),
        users=(None, None, None),
    ),
    System("open-webui", ("openwebui_chats.json",), **OPEN_WEBUI),
    System("open-webui", ("openwebui_chats.json", "openwebui_feedback.json"), **OPEN_WEBUI),
    System("dify", ("dify_messages.json",), shown=prefixed("seg-"), cited=NOTHING, users=(None, None, None)),
    System(
        "ragflow",
        ("ragflow_sessions.json",),
        questions=QUESTIONS[:2],
        shown=(RAGFLOW, RAGFLOW[:2]),
        cited=(RAGFLOW[:1], RAGFLOW[1:2]),
        clicked=NOTHING[:2],
        up=(True, None),
        times=(TIMES[0],) * 2,  # only the session has a time
        answers=(ANSWERS[0].replace("[1]", "[ID:0]"), ANSWERS[1].replace("[2]", "##1$$")),
        sessions=("sess-1", "sess-1"),
        users=("u-17", "u-17"),
    ),
    System(
        "elastic",
        ("elastic_behavioral_analytics.jsonl",),
        cited=NOTHING,
        clicked=CITED,
        up=(None, None, None),
        answers=(None, None, None),
    ),
    System(
        "anythingllm",
        ("anythingllm_workspace_chats_table.jsonl",),
        shown=prefixed("v-"),
        cited=NOTHING,
        sessions=(None, None, None),
        users=("1", "1", "1"),
    ),
    System(
        "librechat",
        ("librechat_conversation.json",),
        questions=QUESTIONS[:2],
        shown=texts(IDS[:2]),
        cited=texts(CITED[:2]),
        clicked=NOTHING[:2],
        up=(True, None),
        times=TIMES[:2],
        answers=(ANSWERS[0].replace("[1]", "\ue202turn0file0"), ANSWERS[1].replace("[2]", "\ue202turn0file1")),
        sessions=("s-900", "s-900"),
        users=("u-17", "u-17"),
    ),
    System(
        "openai-responses",
        ("openai_responses.jsonl",),
        shown=texts((IDLE, TICKET, ())),  # the last one was made without its results
        cited=texts(((), TICKET[1:], ())),  # the first cites a file of which two passages were shown
        up=(None, None, None),
        advice=(openai_responses.NO_RESULTS,),
    ),
    System(
        "llamaindex",
        ("llamaindex_response.jsonl",),
        up=(None, None, None),
        times=(None, None, None),
        sessions=(None, None, None),
        users=(None, None, None),
    ),
    System(
        "bedrock",
        ("bedrock_retrieve_and_generate.jsonl",),
        shown=(("1%3A0%3Adocs_condor.md#3",), ("1%3A0%3Adocs_krb.md#0",), ()),
        cited=(("1%3A0%3Adocs_condor.md#3",), ("1%3A0%3Adocs_krb.md#0",), ()),
        up=(None, None, None),
        answers=(ANSWERS[0].replace(" [1]", ""), ANSWERS[1].replace(" [2]", ""), ANSWERS[2]),
        advice=(bedrock.ADVICE,),
        ranked=False,
    ),
    System(
        "azure",
        ("azure_on_your_data.jsonl",),
        shown=texts(IDS),
        cited=texts(CITED),
        up=(None, None, None),
        answers=(ANSWERS[0].replace("[1]", "[doc1]"), ANSWERS[1].replace("[2]", "[doc2]"), ANSWERS[2]),
        sessions=(None, None, None),
    ),
]


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: "+".join(system.files))
def test_the_scenario(system: System) -> None:
    files = [LogFile(EXAMPLES / name, index, f"batch {index}") for index, name in enumerate(system.files)]
    assert [reader_for(file.path, None, {}).name for file in files] == [system.reader] * len(files)
    by_question = {one.query: one for one in LOG_READERS[system.reader].read(files, {})}
    assert sorted(by_question) == sorted(system.questions)
    found = [by_question[question] for question in system.questions]
    assert tuple(_shown(one) for one in found) == system.shown
    assert [[shown.rank for shown in one.shown] for one in found] == [
        list(range(1, len(row) + 1)) if system.ranked else [None] * len(row) for row in system.shown
    ]
    assert tuple(_cited(one) for one in found) == system.cited
    assert tuple(tuple(click.chunk for click in one.clicked) for one in found) == system.clicked
    assert tuple(one.rating.up if one.rating else None for one in found) == system.up
    assert tuple(one.time for one in found) == system.times
    assert tuple(one.answer for one in found) == system.answers
    assert tuple(one.session for one in found) == system.sessions
    assert tuple(one.user for one in found) == system.users
    assert tuple(line for file in files for line in file.tally.advice) == system.advice


@pytest.mark.parametrize("path", sorted(path.name for path in EXAMPLES.iterdir()))
def test_only_one_reader_recognises_an_example(path: str) -> None:
    records = first_records(EXAMPLES / path)
    assert len([name for name, reader in LOG_READERS.items() if reader.recognises(records)]) == 1


def _shown(one: Interaction) -> tuple[str, ...]:
    return tuple(shown.chunk or shown.text or "" for shown in one.shown)


def _cited(one: Interaction) -> tuple[str, ...]:
    return tuple(shown.chunk or shown.text or "" for shown in one.shown if shown.cited)
