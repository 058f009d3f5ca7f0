"""Dify: the same message in three shapes, positions that order, feedback as one object or as a list, the newest first."""

from __future__ import annotations

import json
from typing import Any

import pytest

from goldkit.logs.catalogue import LOG_READERS
from goldkit.logs.interactions import Rating, Shown


def resource(position: Any, segment: Any, text: str = "t", **more: Any) -> dict[str, Any]:
    fields = {"position": position, "segment_id": segment, "document_id": "d", "document_name": "d.md"}
    return fields | {"content": text, "score": 0.5} | more


def message(name: Any, query: Any = "why?", at: Any = 1793610843, **more: Any) -> dict[str, Any]:
    fields = {"id": name, "conversation_id": "c", "query": query, "answer": "So.", "created_at": at}
    return fields | {"feedback": None, "retriever_resources": [], "from_end_user_id": "u"} | more


def reasons(file: Any) -> dict[str, int]:
    return {one.reason: one.count for one in file.tally.unused}


def notes(file: Any) -> dict[str, int]:
    return {one.reason: one.count for one in file.tally.notes}


@pytest.mark.parametrize("where", ["top", "metadata", "message_metadata", "string"])
def test_what_was_retrieved_stands_in_several_places_and_is_ordered_by_position(write, read, where: str) -> None:
    found = [
        resource(2, "s2", "two"),
        resource(None, "s4"),
        resource("1", "s1", "one"),
        resource(3, "s2"),
        resource({}, 5),
    ]
    record = message("m")
    if where == "top":
        record["retriever_resources"] = found
    else:
        inner = {"retriever_resources": found}
        record["metadata" if where == "string" else where] = json.dumps(inner) if where == "string" else inner
    (one,), _ = read(write("d.jsonl", record))
    assert one.shown == (
        Shown("s1", 1, "one", document="d.md"),
        Shown("s2", 2, "two", document="d.md"),
        Shown("s4", 4, "t", document="d.md"),
        Shown("5", 5, "t", document="d.md"),
    )


def test_a_document_id_is_never_taken_for_a_chunk(write, read) -> None:
    found = [resource(1, None, "one"), resource(2, "", "two", document_name=None)]
    (one,), (file,) = read(write("d.jsonl", message("m", retriever_resources=found)))
    assert one.shown == (Shown(None, 1, "one", document="d.md"), Shown(None, 2, "two", document="d"))
    assert notes(file) == {"retrieved passage without a segment id": 2}


@pytest.mark.parametrize(
    ("fields", "up"),
    [
        ({"feedback": {"rating": "like"}}, True),
        ({"feedback": {"rating": None}}, None),
        ({"feedback": "like"}, None),
        ({"feedbacks": [{"rating": "dislike", "from_source": "user"}]}, False),
        (
            {"feedbacks": [{"rating": "like", "from_source": "user"}, {"rating": "dislike", "from_source": "admin"}]},
            True,
        ),
        ({"feedbacks": [{"rating": "dislike", "from_source": "admin"}, None, 7]}, False),
        (
            {
                "feedbacks": [
                    {"rating": "like", "created_at": 1793610999},
                    {"rating": "dislike", "created_at": 1793610900},
                ]
            },
            True,
        ),
        ({"feedbacks": "none"}, None),
    ],
)
def test_feedback_as_one_object_or_a_list_the_newest_of_a_user_before_the_team(write, read, fields, up) -> None:
    (one,), _ = read(write("d.jsonl", message("m", **fields)))
    assert one.rating == (None if up is None else Rating(up))


def test_pages_the_newest_first_become_conversations_in_order(write, read) -> None:
    pages = [
        {
            "limit": 2,
            "has_more": True,
            "data": [message("m3", "third?", 1793610860), message("m2", "second?", 1793610850)],
        },
        {
            "limit": 2,
            "has_more": False,
            "data": [message("m2", "second?", 1793610850), message("m1", "first?", 1793610840)],
        },
        {"limit": 2, "has_more": False, "data": []},
    ]
    interactions, (file,) = read(write("d.jsonl", *pages))
    assert [(one.record, one.query) for one in interactions] == [("m1", "first?"), ("m2", "second?"), ("m3", "third?")]
    assert reasons(file) == {"message that was read already": 1, "no message with a query and an answer": 1}
    assert dict(file.tally.kinds) == {"message": 4, "other record": 1}


def test_of_two_exports_of_a_message_that_with_a_verdict_is_read(write, read) -> None:
    early, late = message("m"), message("m", feedback={"rating": "like"})
    for records in ([early, late], [late, early]):
        (one,), (file,) = read(write("d.jsonl", *records))
        assert one.rating == Rating(True)
        assert file.tally.used == 1


def test_an_answer_made_anew_keeps_the_question_before_it(write, read) -> None:
    rows = [message("m1", "first?"), message("m2", "and X?", 1793610850, parent_message_id="m1")]
    rows += [
        message("m3", "and Y?", 1793610860, parent_message_id="m1"),
        message("m4", "loop?", parent_message_id="m4"),
    ]
    interactions, _ = read(write("d.jsonl", *rows))
    assert {one.query: one.previous for one in interactions} == {
        "first?": None,
        "loop?": None,
        "and X?": "first?",
        "and Y?": "first?",
    }


def test_numbers_in_an_answer_cite_nothing_and_are_told(write, read) -> None:
    (one,), (file,) = read(write("d.jsonl", message("m", answer="So [1].", retriever_resources=[resource(1, "s1")])))
    assert one.cited == ()
    assert notes(file) == {
        "answer with numbers in brackets: Dify does not number its passages, so they cite nothing": 1
    }


def test_what_is_no_message_is_counted(write, read) -> None:
    path = write(
        "d.jsonl",
        message("m"),
        message("n", None),
        message("o", ["x"]),
        {"event": "message_end", "metadata": {}},
        {"data": [1]},
    )
    interactions, (file,) = read(path)
    assert len(interactions) == 1
    assert reasons(file) == {"message whose query is no text": 2, "no message with a query and an answer": 2}
    assert not LOG_READERS["dify"].recognises([{"query": "q", "answer": "a"}, {"data": [{"query": "q"}]}])
