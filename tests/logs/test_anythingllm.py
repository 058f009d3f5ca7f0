"""AnythingLLM: answers as JSON in a cell, exports without chunks that say so, ratings in three spellings."""

from __future__ import annotations

import json
from typing import Any

import pytest

from goldkit.logs.catalogue import LOG_READERS
from goldkit.logs.interactions import Rating, Shown

ADVICE = (
    "AnythingLLM's chat exports hold no chunks: read the rows of its table workspace_chats, with the column response."
)


def row(prompt: Any = "why?", sources: Any = (), text: Any = "So.", **more: Any) -> dict[str, Any]:
    response = json.dumps({"text": text, "sources": list(sources), "type": "chat"})
    fields = {"id": 1, "workspaceId": 1, "prompt": prompt, "response": response, "user_id": 1, "thread_id": None}
    return fields | {"createdAt": "2026-11-02T09:14:03.120Z", "feedbackScore": None} | more


def reasons(file: Any) -> dict[str, int]:
    return {one.reason: one.count for one in file.tally.unused}


def notes(file: Any) -> dict[str, int]:
    return {one.reason: one.count for one in file.tally.notes}


def test_sources_with_ids_without_and_twice(write, read) -> None:
    header = "<document_metadata>\nsourceDocument: a.md\n</document_metadata>\n\n"
    sources = [
        {"id": "v1", "title": "a.md", "text": header + "one", "chunkSource": "file://a"},
        {"title": "", "chunkSource": "link://b", "text": "two...continued on in source document..."},
        {"id": "v1", "title": "a.md", "text": "again"},
        {"id": 7, "text": None},
        None,
    ]
    (one,), (file,) = read(write("w.jsonl", row(sources=sources, thread_id=4)))
    assert one.shown == (
        Shown("v1", 1, "one", document="a.md"),
        Shown(None, 2, "two", document="link://b"),
        Shown("7", 4),
    )
    assert (one.conversation, one.session, one.user) == ("4", "4", "1")
    assert notes(file) == {"passage whose text was cut when it was logged": 1}
    assert file.tally.advice == []


@pytest.mark.parametrize(
    ("score", "up"),
    [
        (True, True),
        (False, False),
        (1, True),
        (0, False),
        ("1", True),
        ("0", False),
        ("true", True),
        (None, None),
        ("", None),
    ],
)
def test_feedback_as_databases_and_tables_write_it(write, read, score: Any, up: bool | None) -> None:
    (one,), (file,) = read(write("w.jsonl", row(feedbackScore=score)))
    assert one.rating == (None if up is None else Rating(up))
    assert not file.tally.notes


def test_what_is_odd_in_a_row_is_told(write, read) -> None:
    path = write(
        "w.jsonl",
        row("  one? ", response="So."),
        row("two?", feedbackScore=5, response=None),
        row(None),
        row(["x"]),
        row("three?", [{"id": "v"}], "See [1]."),
        {"prompt": "p"},
    )
    interactions, (file,) = read(path)
    assert [(one.query, one.answer, one.cited) for one in interactions] == [
        ("one?", None, ()),
        ("two?", None, ()),
        ("three?", "See [1].", ()),
    ]
    assert notes(file) == {
        "response that holds no JSON object": 1,
        "feedback that is neither up nor down": 1,
        "answer with numbers in brackets: AnythingLLM tells the model none, so they cite nothing": 1,
    }
    assert reasons(file) == {"row whose prompt is no text": 2, "neither a row of workspace_chats nor of an export": 1}


def test_exported_rows_have_ratings_and_no_chunks_and_say_so(write, read) -> None:
    rows = [
        {
            "username": "ana",
            "workspace": "w",
            "prompt": "why?",
            "response": "So.",
            "sent_at": "2026-11-02 09:14:03",
            "rating": told,
        }
        for told in ("GOOD", "BAD", "--", "so-so")
    ]
    interactions, (file,) = read(write("chats.jsonl", *rows))
    assert [one.rating and one.rating.up for one in interactions] == [True, False, None, None]
    assert {(one.user, one.time, one.shown, one.conversation) for one in interactions} == {
        ("ana", "2026-11-02T09:14:03Z", (), None)
    }
    assert notes(file) == {"feedback that is neither up nor down": 1}
    assert file.tally.advice == [ADVICE]


def test_an_exported_csv_is_read_like_its_json(tmp_path, read) -> None:
    path = tmp_path / "chats.csv"
    path.write_text(
        'username,workspace,prompt,response,sent_at,rating\nana,w,"why, then?",So.,2026-11-02T09:14:03Z,GOOD\n'
    )
    (one,), (file,) = read(path)
    assert (one.query, one.rating) == ("why, then?", Rating(True))
    assert file.tally.advice == [ADVICE]


def test_an_exported_workspace_holds_questions_of_all_its_users(write, read) -> None:
    def said(role: str, text: Any) -> dict[str, Any]:
        return {"role": role, "content": [{"type": "text", "text": text}]}

    messages = [
        said("system", "s"),
        said("user", "one?"),
        said("assistant", "So."),
        said("user", None),
        said("user", "two?"),
    ]
    interactions, (file,) = read(write("chats.jsonl", {"messages": messages}, {"messages": [said("system", "s")]}))
    assert [(one.query, one.answer, one.conversation, one.session) for one in interactions] == [
        ("one?", "So.", None, None),
        ("two?", None, None, None),
    ]
    assert len({one.record for one in interactions}) == 2
    assert notes(file) == {"question without an answer": 1}
    assert reasons(file) == {"workspace without a question": 1}
    assert file.tally.advice == [ADVICE]
    assert not LOG_READERS["anythingllm"].recognises(
        [{"messages": []}, {"messages": [{"role": "user", "content": "q"}], "id": 1}]
    )
