from __future__ import annotations

from typing import Any

import pytest

from goldkit.logs.interactions import Shown

QUESTION = "why does my job stay idle?"
DOCUMENTS = [
    {"id": "a", "page_content": "A text", "metadata": {"source": "a.md"}},
    {"id": None, "page_content": "B text", "metadata": {"source": "b.md"}},
]
SHOWN = (Shown("a", 1, "A text", document="a.md"), Shown(None, 2, "B text", document="b.md", cited=True))


def event(name: str, run: str, parent: str | None = None, **more: Any) -> dict[str, Any]:
    return {"event": name, "run_id": run, "parent_run_id": parent} | more


def callbacks(documents: Any, root: str = "root", question: str = QUESTION) -> list[dict[str, Any]]:
    metadata = {"session_id": "s", "user_id": "u"}
    return [
        event("on_chain_start", root, inputs={"question": question}, metadata=metadata, time="2026-12-01T10:00:00Z"),
        event("on_chain_start", f"{root}/inner", root, inputs={"question": question}),
        event("on_retriever_start", f"{root}/get", f"{root}/inner", query=f"{question} rewritten"),
        event("on_retriever_end", f"{root}/get", documents=documents),
        event("on_chain_end", f"{root}/inner", outputs={"answer": "no, wait"}),
        event("on_chain_end", root, outputs={"answer": "So [2]."}),
    ]


def test_starts_and_ends_of_runs_are_joined(write, read) -> None:
    (one,), (file,) = read(write("callbacks.jsonl", *callbacks(DOCUMENTS)))
    assert (one.query, one.rewritten, one.answer) == (QUESTION, f"{QUESTION} rewritten", "So [2].")
    assert (one.record, one.session, one.user, one.time) == ("root/root/get", "s", "u", "2026-12-01T10:00:00Z")
    assert one.shown == SHOWN
    assert dict(file.tally.kinds) == {"chain event": 4, "retriever event": 2}


def test_runs_that_overlap_are_kept_apart(write, read) -> None:
    first, second = callbacks(DOCUMENTS), callbacks(["c"], "other", "where?")
    mixed = [one for pair in zip(first, second, strict=True) for one in pair]
    interactions, _ = read(write("callbacks.jsonl", *mixed))
    assert {one.query: [shown.chunk for shown in one.shown] for one in interactions} == {
        QUESTION: ["a", None],
        "where?": ["c"],
    }


def test_streamed_events_name_all_runs_around_them(write, read) -> None:
    events = [
        event("on_chain_stream", "root", parent_ids=[], data={"chunk": "S"}),
        event(
            "on_retriever_end", "get", parent_ids=["root", "inner"], data={"input": {"query": "q"}, "output": DOCUMENTS}
        ),
        event(
            "on_chain_end",
            "root",
            parent_ids=[],
            data={"input": {"question": QUESTION}, "output": {"answer": "So [2]."}},
        ),
    ]
    (one,), (file,) = read(write("events.jsonl", *events))
    assert (one.query, one.rewritten, one.answer, one.shown) == (QUESTION, "q", "So [2].", SHOWN)
    assert [one.reason for one in file.tally.unused] == ["neither an event of a known kind nor a verdict"]


@pytest.mark.parametrize(
    "document",
    [
        "page_content='B's text' metadata={'source': 'b.md', 'page': 3}",
        {
            "lc": 1,
            "id": ["langchain", "Document"],
            "kwargs": {"page_content": "B's text", "metadata": {"source": "b.md"}},
        },
    ],
)
def test_documents_as_python_prints_and_langchain_serialises_them(write, read, document: Any) -> None:
    (one,), _ = read(write("callbacks.jsonl", *callbacks([document])))
    assert one.shown == (Shown(None, 1, "B's text", document="b.md"),)


def test_events_without_a_retriever_keep_their_questions_and_say_what_to_log(write, read) -> None:
    events = [one for one in callbacks(DOCUMENTS) if "retriever" not in one["event"]]
    (one,), (file,) = read(write("callbacks.jsonl", *events))
    assert (one.query, one.answer) == (QUESTION, "So [2].")
    assert "on_retriever_start" in file.tally.advice[0]
