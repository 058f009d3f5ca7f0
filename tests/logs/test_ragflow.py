"""RAGFlow: references that run beside the answers, chunks as a list or an object, markers that count from 0."""

from __future__ import annotations

import json
from typing import Any

import pytest

from goldkit.logs.catalogue import LOG_READERS
from goldkit.logs.interactions import Rating, Shown

GREETING = {"role": "assistant", "content": "Hi!"}


def chunk(name: Any, text: str = "t", **more: Any) -> dict[str, Any]:
    return {"id": name, "content": text, "document_id": "d", "document_name": "d.md"} | more


def asks(text: Any, name: Any = None) -> dict[str, Any]:
    return {"role": "user", "content": text, "id": name}


def says(text: Any, name: Any = None, **more: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": text, "id": name} | more


def session(messages: Any, reference: Any, **more: Any) -> dict[str, Any]:
    fields = {"id": "s", "chat": "c", "user_id": "u", "create_time": 1793610843000, "messages": messages}
    return fields | {"reference": reference} | more


def reasons(file: Any) -> dict[str, int]:
    return {one.reason: one.count for one in file.tally.unused}


def notes(file: Any) -> dict[str, int]:
    return {one.reason: one.count for one in file.tally.notes}


@pytest.mark.parametrize("greeting", [[], [GREETING], [GREETING, GREETING]])
def test_the_kth_reference_is_of_the_kth_answer_whatever_greets_first(write, read, greeting) -> None:
    messages = [*greeting, asks("one?", "m0"), says("So [ID:0].", "m0"), asks("two?", "m1"), says("So ##1$$.", "m1")]
    references = [{"chunks": [chunk("a"), chunk("b")]}, {"chunks": [chunk("c"), chunk("d")]}]
    interactions, _ = read(write("r.json", {"code": 0, "data": [session(messages, references)]}))
    assert [(one.record, one.cited, [shown.chunk for shown in one.shown]) for one in interactions] == [
        ("s/m0", ("a",), ["a", "b"]),
        ("s/m1", ("d",), ["c", "d"]),
    ]
    assert {(one.time, one.conversation, one.user) for one in interactions} == {("2026-11-02T09:14:03Z", "s", "u")}


@pytest.mark.parametrize("empty", [{}, None, {"chunks": []}, {"total": 0, "chunks": {}}])
def test_an_empty_reference_for_the_greeting_is_passed_over(write, read, empty: Any) -> None:
    references = [empty, {"chunks": [chunk("a")]}]
    (one,), (file,) = read(write("r.jsonl", session([GREETING, asks("q?"), says("So.")], references)))
    assert [shown.chunk for shown in one.shown] == ["a"]
    assert not file.tally.notes


def test_chunks_as_an_object_keyed_by_numbers_and_the_older_names(write, read) -> None:
    old = {"chunk_id": "b", "content_with_weight": "two", "docnm_kwd": "b.md"}
    reference = {"chunks": {"20": chunk("a", "one"), "3": old, "7": None}}
    (one,), (file,) = read(write("r.jsonl", session([asks("q?"), says("So [ID:3] and [ID:9].")], [reference])))
    assert one.shown == (Shown("a", 1, "one", document="d.md"), Shown("b", 2, "two", document="b.md", cited=True))
    assert notes(file) == {"answer that cites a position outside the retrieved list": 1}


@pytest.mark.parametrize(
    ("answer", "cited"),
    [
        ("So ##0$$ ##2$$.", ("a", "c")),
        ("So [ID:0][ID: 1].", ("a", "b")),
        ("So [ID:0, ID:2].", ("a", "c")),
        ("So [1] and ID:1.", ()),
    ],
)
def test_markers_count_from_zero(write, read, answer: str, cited: tuple[str, ...]) -> None:
    chunks = {"chunks": [chunk("a"), chunk("b"), chunk("c")]}
    (one,), _ = read(write("r.jsonl", session([asks("q?"), says(answer)], [chunks])))
    assert one.cited == cited


def test_a_marker_that_is_no_key_of_an_object_is_a_position_in_it(write, read) -> None:
    chunks = {"chunks": {"20": chunk("a"), "21": chunk("b"), "22": chunk("c")}}
    (one,), _ = read(write("r.jsonl", session([asks("q?"), says("So ##1$$ and [ID:22].")], [chunks])))
    assert one.cited == ("b", "c")


@pytest.mark.parametrize("form", ["list", "object", "string", "inline"])
def test_references_of_every_shape(write, read, form: str) -> None:
    chunks = [chunk("a")]
    shapes: dict[str, Any] = {
        "list": [chunks],
        "object": {"chunks": chunks},
        "string": json.dumps([{"chunks": chunks}]),
    }
    inline = {"reference": {"chunks": chunks}} if form == "inline" else {}
    path = write("r.jsonl", session([asks("q?"), says("So.", **inline)], shapes.get(form, [])))
    assert [shown.chunk for shown in read(path)[0][0].shown] == ["a"]


def test_one_reference_for_several_answers_is_of_the_last(write, read) -> None:
    messages = [asks("one?"), says("So."), asks("two?"), says("So.")]
    interactions, (file,) = read(write("r.jsonl", session(messages, {"chunks": {"0": chunk("a")}})))
    assert [len(one.shown) for one in interactions] == [0, 1]
    assert notes(file) == {"one reference for several answers: taken for the last one": 1}


@pytest.mark.parametrize(("thumb", "up"), [(True, True), (False, False), (None, None), ("maybe", None)])
def test_a_thumb(write, read, thumb: Any, up: bool | None) -> None:
    (one,), _ = read(write("r.jsonl", session([asks("q?"), says("So.", thumbup=thumb)], [])))
    assert one.rating == (None if up is None else Rating(up))


def test_what_does_not_fit_is_told(write, read) -> None:
    messages = [asks("one?", "m"), says("So.", "n"), says("Or so.", "o"), asks(None), asks("two?"), asks("three?")]
    path = write(
        "r.jsonl",
        session(messages, [{"chunks": []}, None, "x", {"chunks": [chunk("z")]}]),
        session([GREETING], [], id=None),
        {"code": 102, "data": None},
        {"messages": [asks("q?")]},
    )
    interactions, (file,) = read(path)
    assert [(one.query, one.record) for one in interactions[:2]] == [("one?", "s/n"), ("one?", "s/o")]
    assert [one.query for one in interactions[2:]] == ["two?", "three?"]
    assert notes(file) == {
        "another answer to the same question: it counts as asked again": 1,
        "message without a text": 1,
        "question without an answer": 2,
        "session with more references than answers": 1,
    }
    assert reasons(file) == {"no session with messages": 2, "session without a question": 1}
    assert not LOG_READERS["ragflow"].recognises([{"messages": [asks("q?")]}, {"data": [{"reference": []}]}])
