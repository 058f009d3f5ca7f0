"""LlamaIndex: a question under whatever name the wrapper gives it, nodes in three shapes, citations by position."""

from __future__ import annotations

from typing import Any

import pytest

from goldkit.logs.catalogue import LOG_READERS
from goldkit.logs.interactions import Shown
from goldkit.logs.llamaindex import ADVICE


def node(name: Any, text: str = "t", **more: Any) -> dict[str, Any]:
    return {"node": {"id_": name, "text": text, "metadata": {"file_name": "a.md"}} | more, "score": 0.5}


def answer(*nodes: Any, text: Any = "So.", **more: Any) -> dict[str, Any]:
    return {"response": text, "source_nodes": list(nodes), "metadata": {}} | more


def reasons(file: Any) -> dict[str, int]:
    return {one.reason: one.count for one in file.tally.unused}


def notes(file: Any) -> dict[str, int]:
    return {one.reason: one.count for one in file.tally.notes}


@pytest.mark.parametrize("key", ["query", "question", "query_str", "input", "prompt"])
def test_the_question_under_any_usual_name(write, read, key: str) -> None:
    (one,), _ = read(write("l.jsonl", answer(node("n1"), **{key: "why?"})))
    assert one.query == "why?"
    (one,), _ = read(write("l.jsonl", answer(node("n1"), query_bundle={"query_str": "why?"})))
    assert one.query == "why?"


def test_nodes_of_every_shape(write, read) -> None:
    nodes = [
        node("n1", "one"),
        {"node": {"__data__": {"id_": "n2", "text": "two", "metadata": {"file_path": "b/b.md"}}, "__type__": "1"}},
        {"node": {"id_": "n3", "text_resource": {"text": "three"}, "relationships": {"1": {"node_id": "doc"}}}},
        {"node_id": "n4", "text": "four", "score": 1},
        {"node": {"text": "five"}},
        None,
    ]
    (one,), (file,) = read(write("l.jsonl", answer(*nodes, text="So [2] and [5], [9].", query="why?")))
    assert one.shown == (
        Shown("n1", 1, "one", document="a.md"),
        Shown("n2", 2, "two", document="b/b.md", cited=True),
        Shown("n3", 3, "three", document="doc"),
        Shown("n4", 4, "four"),
        Shown(None, 5, "five", cited=True),
    )
    assert notes(file) == {"answer that cites a position outside the retrieved list": 1, "source node without an id": 1}


def test_a_response_inside_a_wrapper_with_what_it_knows(write, read) -> None:
    wrapped = {"id": 7, "question": "why?", "timestamp": 1793610843, "session_id": "s", "user_id": "u"}
    (one,), _ = read(write("l.jsonl", wrapped | {"response": answer(node("n1"))}))
    told = (one.record, one.time, one.session, one.conversation, one.user, one.answer, len(one.shown))
    assert told == ("7", "2026-11-02T09:14:03Z", "s", "s", "u", "So.", 1)


def test_equal_records_without_a_time_are_told_apart_and_the_same_in_two_files(write, read) -> None:
    same = answer(node("n1"), query="why?")
    first, _ = read(write("a.jsonl", same, same))
    second, _ = read(write("b.jsonl", same))
    assert len({one.record for one in first}) == 2
    assert first[0].record == second[0].record
    timed, _ = read(write("c.jsonl", *[same | {"timestamp": 1793610843}] * 2))
    assert len({one.record for one in timed}) == 1


def test_a_response_without_its_question_is_told_with_the_cure(write, read) -> None:
    path = write(
        "l.jsonl", answer(node("n1")), answer(node("n1"), query=None), {"response": "So."}, answer(query="why?")
    )
    (one,), (file,) = read(path)
    assert one.shown == ()
    assert reasons(file) == {"response without its question": 2, "no response with source nodes": 1}
    assert file.tally.advice == [ADVICE]
    assert not LOG_READERS["llamaindex"].recognises([{"response": "So.", "query": "q"}, {"source_nodes": None}])
