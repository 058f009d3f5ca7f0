"""LibreChat: private-use markers, several searches of one answer, trees in a row or nested, files and never chunks."""

from __future__ import annotations

import json
from typing import Any

import pytest

from goldkit.logs.catalogue import LOG_READERS
from goldkit.logs.interactions import Rating, Shown

ROOT = "00000000-0000-0000-0000-000000000000"
SIGN = "\ue202"


def asks(name: str, text: Any, parent: str = ROOT, at: str = "09:14:03", **more: Any) -> dict[str, Any]:
    fields = {
        "messageId": name,
        "conversationId": "c",
        "parentMessageId": parent,
        "isCreatedByUser": True,
        "text": text,
    }
    return fields | {"user": "u", "createdAt": f"2026-11-02T{at}.120Z"} | more


def says(name: str, parent: str, text: Any = "So.", *searches: list[Any], **more: Any) -> dict[str, Any]:
    found = [{"type": "file_search", "file_search": {"sources": sources}} for sources in searches]
    content = [{"type": "text", "text": text}]
    fields = {"messageId": name, "conversationId": "c", "parentMessageId": parent, "isCreatedByUser": False, "text": ""}
    return fields | {"content": content, "attachments": found, "createdAt": "2026-11-02T09:14:09.120Z"} | more


def passage(text: str, file: str = "a.md") -> dict[str, Any]:
    return {"fileId": f"f-{file}", "fileName": file, "content": text, "relevance": 0.5}


def chat(*messages: Any, **more: Any) -> dict[str, Any]:
    return {"conversationId": "c", "title": "t", "messages": list(messages)} | more


def reasons(file: Any) -> dict[str, int]:
    return {one.reason: one.count for one in file.tally.unused}


def notes(file: Any) -> dict[str, int]:
    return {one.reason: one.count for one in file.tally.notes}


@pytest.mark.parametrize("sign", [SIGN, "\\ue202", f"\ue200{SIGN}"])
def test_markers_as_private_use_signs_and_as_their_escapes(write, read, sign: str) -> None:
    text = f"So {sign}turn0file1 and {sign}turn1file0, {sign}turn0file7."
    path = write(
        "l.json", chat(asks("q", "why?"), says("a", "q", text, [passage("1"), passage("2")], [passage("3", "b.md")]))
    )
    (one,), (file,) = read(path)
    assert one.shown == (
        Shown(None, 1, "1", document="a.md"),
        Shown(None, 2, "2", document="a.md", cited=True),
        Shown(None, 3, "3", document="b.md", cited=True),
    )
    assert notes(file) == {"answer that cites a position outside the retrieved list": 1}


def test_the_query_that_the_model_sent_to_the_search(write, read) -> None:
    def call(args: Any) -> list[dict[str, Any]]:
        return [
            {"type": "tool_call", "tool_call": {"name": "web_search", "args": '{"query": "web"}'}},
            {"type": "tool_call", "tool_call": {"name": "file_search", "args": args}},
            {"type": "text", "text": {"value": "So."}},
        ]

    args = [json.dumps({"query": "idle job"}), {"query": "idle job"}, '{"query": "why?"}', "{broken", None]
    answers = [says(f"a{at}", "q", content=call(one)) for at, one in enumerate(args)]
    interactions, _ = read(write("l.json", chat(asks("q", "why?"), *answers)))
    assert [one.rewritten for one in interactions] == ["idle job", "idle job", None, None, None]
    assert {one.answer for one in interactions} == {"So."}


def test_without_attachments_the_output_of_the_tool_is_read(write, read) -> None:
    output = (
        "File: a.md\nAnchor: \\ue202turn0file0 (a.md)\nRelevance: 0.8300\nContent: one\n\n---\n\nstill one\n\n---\n"
        "File: b.md\nRelevance: 0.7\nContent: two\n"
    )
    call = {"type": "tool_call", "tool_call": {"name": "file_search", "args": "{}", "output": output}}
    content = [call, {"type": "text", "text": f"So {SIGN}turn0file1."}]
    (one,), _ = read(write("l.json", chat(asks("q", "why?"), says("a", "q", attachments=None, content=content))))
    assert one.shown == (
        Shown(None, 1, "one\n\n---\n\nstill one", document="a.md"),
        Shown(None, 2, "two", document="b.md", cited=True),
    )


@pytest.mark.parametrize(
    ("feedback", "up"),
    [
        ({"rating": "thumbsUp", "tag": "x"}, True),
        ({"rating": "thumbsDown"}, False),
        (None, None),
        ({"rating": "x"}, None),
    ],
)
def test_feedback(write, read, feedback: Any, up: bool | None) -> None:
    (one,), (file,) = read(write("l.json", chat(asks("q", "why?"), says("a", "q", feedback=feedback))))
    assert one.rating == (None if up is None else Rating(up))
    assert notes(file) == ({"feedback that is neither up nor down": 1} if feedback == {"rating": "x"} else {})


def branches() -> list[dict[str, Any]]:
    return [
        asks("q1", "why?"),
        says("a1", "q1"),
        says("a2", "q1"),
        asks("q2", "and X?", "a2", "09:15:00"),
        says("a3", "q2"),
        asks("q3", "and Y?", "a2", "09:16:00"),
    ]


TURNS = [("c/a1", "why?", None), ("c/a2", "why?", None), ("c/a3", "and X?", "why?"), ("c/q3", "and Y?", "why?")]


def test_branches_in_a_row_one_a_line_or_nested(write, read) -> None:
    q1, a1, a2, q2, a3, q3 = ({**one} for one in branches())
    nested = q1 | {"children": [a1, a2 | {"children": [q2 | {"children": [a3]}, q3]}]}
    for one in (a1, a2, q2, a3, q3):
        del one["parentMessageId"]
    shapes = (write("l.json", chat(*branches())), write("m.jsonl", *branches()[::-1]), write("n.json", chat(nested)))
    for path in shapes:
        interactions, (file,) = read(path)
        assert sorted((one.record, one.query, one.previous) for one in interactions) == TURNS
        assert notes(file) == {
            "another answer to the same question: it counts as asked again": 1,
            "question without an answer": 1,
        }
        assert not file.tally.unused


def test_circles_missing_parents_and_what_tells_nothing(write, read) -> None:
    path = write(
        "l.jsonl",
        asks("q", "why?", "a"),
        says("a", "q"),
        says("b", "gone"),
        says("x", "y"),
        says("y", "x"),
        asks("q", "why?", "a"),
        asks("e", None),
        chat(asks("s", " ", conversationId="d"), conversationId="d"),
        {"messages": [{"role": "user"}]},
    )
    (one,), (file,) = read(path)
    assert (one.query, one.previous, one.record) == ("why?", None, "c/a")
    assert notes(file) == {"answer without a question before it": 3}
    assert reasons(file) == {
        "message that is part of no turn": 5,
        "conversation without a question": 1,
        "neither a conversation nor a message of one": 1,
    }
    assert not LOG_READERS["librechat"].recognises([{"messages": [{"role": "user", "content": "q"}]}, {"messages": 3}])
