"""Open WebUI: trees of messages, parallel lists, citations that count files, feedback that says what the chat says too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from goldkit.logs.catalogue import LOG_READERS
from goldkit.logs.interactions import Place, Rating, Shown

EXAMPLES = Path(__file__).parent / "examples"


def source(name: str, *texts: str, **more: Any) -> dict[str, Any]:
    about = [{"source": name, "file_id": f"file-{name}"} for _ in texts]
    return {"source": {"id": "c"}, "document": list(texts), "metadata": about, "distances": [0.5] * len(texts)} | more


def asks(name: str, text: Any, parent: str | None = None, at: int = 1793610843) -> dict[str, Any]:
    return {"id": name, "parentId": parent, "childrenIds": [], "role": "user", "content": text, "timestamp": at}


def says(name: str, parent: str | None, text: str = "So [1].", *sources: Any, **more: Any) -> dict[str, Any]:
    message = {"id": name, "parentId": parent, "role": "assistant", "content": text, "timestamp": 1793610850}
    return message | {"sources": list(sources)} | more


def chat(*messages: dict[str, Any], name: Any = "c1", updated: int = 1793610900) -> dict[str, Any]:
    history = {"messages": {one["id"]: one for one in messages}, "currentId": messages[-1]["id"] if messages else None}
    return {"id": name, "user_id": "u", "chat": {"history": history}, "created_at": 1793610843, "updated_at": updated}


def feedback(message: str, rating: Any, snapshot: Any = None, at: int = 1793610900, **more: Any) -> dict[str, Any]:
    meta = {"chat_id": "c1", "message_id": message}
    return {
        "id": "f",
        "user_id": "v",
        "data": {"rating": rating},
        "meta": meta,
        "snapshot": snapshot,
        "created_at": at,
    } | more


def reasons(file: Any) -> dict[str, int]:
    return {one.reason: one.count for one in file.tally.unused}


def notes(file: Any) -> dict[str, int]:
    return {one.reason: one.count for one in file.tally.notes}


def test_the_feedback_export_alone_gives_the_rated_chats(read) -> None:
    interactions, (file,) = read(EXAMPLES / "openwebui_feedback.json")
    assert [(one.record, one.rating, one.user) for one in interactions] == [
        ("chat-1/m0a", Rating(True, Place(0, 1)), "u-17"),
        ("chat-2/m2a", Rating(False, Place(0, 2)), "u-42"),
    ]
    assert file.tally.used == 2


def test_feedback_and_annotation_are_one_verdict_in_whatever_order_the_files_come(read) -> None:
    chats, rated = EXAMPLES / "openwebui_chats.json", EXAMPLES / "openwebui_feedback.json"
    one, _ = read(chats, rated)
    other, _ = read(rated, chats)
    assert [(found.record, found.rating and found.rating.up) for found in one] == [
        ("chat-1/m0a", True),
        ("chat-1/m1a", None),
        ("chat-2/m2a", False),
    ]
    assert [found.record for found in other] == [found.record for found in one]
    assert [found.rating and found.rating.up for found in other] == [True, None, False]


def test_a_position_counts_distinct_files(write, read) -> None:
    sources = (source("a.md", "a1", "a2"), source("b.md", "b1"), source("a.md", "a3"), source("c.md", "c1"))
    path = write("c.json", chat(asks("q", "why?"), says("a", "q", "Both [2] and [3, 9], not [1].", *sources)))
    (one,), (file,) = read(path)
    assert one.shown == (
        Shown(None, 1, "a1", document="a.md"),
        Shown(None, 2, "a2", document="a.md"),
        Shown(None, 3, "b1", document="b.md", cited=True),
        Shown(None, 4, "a3", document="a.md"),
        Shown(None, 5, "c1", document="c.md", cited=True),
    )
    assert notes(file) == {
        "answer that cites a position outside the retrieved list": 1,
        "answer that cites a file of which several passages were shown: ambiguous": 1,
    }


def test_a_source_without_a_file_name_counts_by_its_own_id(write, read) -> None:
    web = {"source": {"id": "w"}, "document": ["w1"], "metadata": [{}]}
    bare = {"source": None, "document": ["x1"], "metadata": [None]}
    (one,), _ = read(write("c.json", chat(asks("q", "why?"), says("a", "q", "[1] [2]", web, bare))))
    assert [(shown.document, shown.cited) for shown in one.shown] == [("w", True), (None, True)]


def test_parallel_lists_of_unequal_length_keep_every_text(write, read) -> None:
    odd = source("a.md", "a1", "a2", metadata=[{"source": "a.md"}])
    (one,), (file,) = read(write("c.json", chat(asks("q", "why?"), says("a", "q", "So.", odd))))
    assert [(shown.text, shown.document) for shown in one.shown] == [("a1", "a.md"), ("a2", "c")]
    assert notes(file) == {"source whose lists of texts and of metadata differ in length": 1}


def test_answers_made_anew_and_edited_questions_are_siblings(write, read) -> None:
    path = write(
        "c.json",
        chat(
            asks("q1", "why?"),
            says("a1", "q1", "So.", annotation={"rating": -1}),
            says("a2", "q1", "Or so.", annotation={"rating": 1}),
            asks("q2", "and for X?", "a2", 1793610860),
            says("a3", "q2"),
            asks("q3", "and for Y?", "a2", 1793610870),
        ),
    )
    interactions, (file,) = read(path)
    assert [(one.record, one.query, one.previous, one.rating and one.rating.up) for one in interactions] == [
        ("c1/a1", "why?", None, False),
        ("c1/a2", "why?", None, True),
        ("c1/a3", "and for X?", "why?", None),
        ("c1/q3", "and for Y?", "why?", None),
    ]
    assert notes(file) == {
        "another answer to the same question: it counts as asked again": 1,
        "question without an answer": 1,
    }


def test_circles_and_missing_parents_end_a_branch(write, read) -> None:
    path = write(
        "c.json",
        chat(
            asks("q1", "one?", "a1"),
            says("a1", "q1"),
            says("a2", "nowhere"),
            says("x", "y"),
            says("y", "x"),
            asks("q2", "two?", "gone"),
        ),
    )
    interactions, (file,) = read(path)
    assert [(one.query, one.previous) for one in interactions] == [("one?", None), ("two?", None)]
    assert notes(file)["answer without a question before it"] == 3


def test_the_query_that_went_to_the_retriever(write, read) -> None:
    status = [
        None,
        {"action": "web_search_queries_generated", "queries": ["w"]},
        {"action": "queries_generated", "queries": ["", "idle job"]},
    ]
    same = [{"action": "queries_generated", "queries": ["why?"]}]
    path = write(
        "c.json", chat(asks("q", "why?"), says("a", "q", statusHistory=status), says("b", "q", statusHistory=same))
    )
    assert [one.rewritten for one in read(path)[0]] == ["idle job", None]


def test_times_are_of_the_question_in_seconds_or_milliseconds(write, read) -> None:
    for at in (1793610843, 1793610843000, None):
        (one,), _ = read(write("c.json", chat(asks("q", "why?") | {"timestamp": at})))
        assert one.time == "2026-11-02T09:14:03Z"


@pytest.mark.parametrize("wrap", [lambda inner: inner, lambda inner: inner["chat"], lambda inner: {"chat": inner}])
def test_snapshots_of_every_shape(write, read, wrap) -> None:
    rated = feedback("a", -1, wrap(chat(asks("q", "why?"), says("a", "q", "So.", source("a.md", "a1")))))
    (one,), _ = read(write("f.json", rated))
    assert (one.record, one.rating, len(one.shown), one.user) == ("c1/a", Rating(False, Place(0, 1)), 1, "v")


def test_the_newest_feedback_counts_and_one_without_its_chat_is_told(write, read) -> None:
    path = write(
        "f.json",
        feedback("a", -1, at=1793610950),
        feedback("a", 1, at=1793610940),
        feedback("a", None, at=1793610990),
        feedback("zz", 1),
        feedback("zz", 1, "text", meta={"message_id": "a"}),
        {"data": {}, "meta": None},
    )
    (one,), (file, _) = read(path, write("c.json", chat(asks("q", "why?"), says("a", "q", annotation={"rating": 1}))))
    assert one.rating == Rating(False, Place(0, 1))
    assert notes(file) == {"feedback that is neither up nor down": 1}
    assert reasons(file) == {
        "feedback on a message that is in none of the chats given": 2,
        "neither a chat nor feedback on one": 1,
    }


def test_the_newest_export_of_a_chat_counts(write, read) -> None:
    old = write("a.json", chat(asks("q", "why?"), says("a", "q"), updated=1793610950))
    new = write("b.json", chat(asks("q", "why?"), says("a", "q"), asks("r", "and then?", "a"), updated=1793610960))
    interactions, (first, second) = read(new, old)
    assert [one.query for one in interactions] == ["why?", "and then?"]
    assert (first.tally.used, reasons(second)) == (1, {"chat of which a newer export was read": 1})


def test_a_chat_without_an_id_or_a_question(write, read) -> None:
    path = write(
        "c.json",
        chat(asks("q", [{"type": "text", "text": "why?"}]), name=None),
        chat(name="e"),
        chat(asks("q", " "), name="f"),
    )
    (one,), (file,) = read(path)
    assert (one.query, one.record, one.session, one.conversation) == ("why?", "q", None, None)
    assert reasons(file) == {"chat without a question": 2}
    assert not LOG_READERS["open-webui"].recognises([{"id": "c", "messages": []}, {"chat": {"title": "t"}}])
