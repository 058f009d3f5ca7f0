from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from goldkit.logs.interactions import Shown

MAP = {
    "query": "q",
    "chunks": "docs",
    "feedback": "thumb",
    "answer": "a",
    "time": "at",
    "session": "s",
    "cited": "cited",
}


def one(read: Any, write: Any, record: dict[str, Any], **mapping: str) -> Any:
    found, _ = read(write("log.jsonl", record), mapping=MAP | mapping)
    return found[0]


@pytest.mark.parametrize(
    "chunks",
    [
        ["a", "b"],
        [{"id": "a"}, {"chunk_id": "b"}],
        '["a", "b"]',
        [{"document": {"id": "a"}}, {"doc_id": "b"}],
        {"documents": [{"_id": "a"}, {"id": "b"}]},
    ],
)
def test_chunks_in_every_shape(write, read, chunks: Any) -> None:
    assert one(read, write, {"q": "why?", "docs": chunks}).shown == (Shown("a", 1), Shown("b", 2))


def test_whole_numbers_are_ids_and_repeats_keep_their_best_rank(write, read) -> None:
    assert one(read, write, {"q": "why?", "docs": [7, 9, 7]}).shown == (Shown("7", 1), Shown("9", 2))


def test_nested_paths_texts_and_all_fields(write, read) -> None:
    record = {
        "request": {"body": '{"text": "why?"}'},
        "hits": [{"id": "a", "text": "A"}],
        "meta": {"conv": 5, "user": "u", "clicks": ["a"], "key": 77, "prev": "before"},
        "at": 1796119200,
    }
    found = one(
        read,
        write,
        record,
        query="request.body.text",
        chunks="hits",
        conversation="meta.conv",
        user="meta.user",
        clicked="meta.clicks",
        id="meta.key",
        context="meta.prev",
    )
    assert (found.query, found.conversation, found.user, found.record, found.context) == (
        "why?",
        "5",
        "u",
        "77",
        "before",
    )
    assert found.shown == (Shown("a", 1, "A"),)
    assert [click.chunk for click in found.clicked] == ["a"]
    assert found.time == "2026-12-01T10:00:00Z"


@pytest.mark.parametrize(
    ("record", "cited"),
    [
        ({"cited": ["b"]}, ("b",)),
        ({"cited": [2]}, ("b",)),
        ({"cited": ["z"]}, ("z",)),
        ({"cited": [9]}, ()),
        ({"a": "see [2] and [9]"}, ("b",)),
        ({"a": "see [2]", "cited": []}, ()),
        ({}, ()),
    ],
)
def test_citations_by_id_by_position_and_in_the_answer(
    write, read, record: dict[str, Any], cited: tuple[str, ...]
) -> None:
    assert one(read, write, {"q": "why?", "docs": ["a", "b"]} | record).cited == cited


def test_ids_that_are_numbers_win_over_positions(write, read) -> None:
    assert one(read, write, {"q": "why?", "docs": [2, 1], "cited": [1]}).cited == ("1",)


@pytest.mark.parametrize(
    ("value", "up"), [(1, True), ("up", True), (True, True), ("thumbs_up", True), (-1, False), (None, None), (0, None)]
)
def test_feedback(write, read, value: Any, up: bool | None) -> None:
    rating = one(read, write, {"q": "why?", "thumb": value}).rating
    assert (rating.up if rating else None) is up


def test_records_without_a_question_and_odd_values_are_counted(write, read) -> None:
    path = write(
        "log.jsonl",
        {"q": None, "docs": []},
        {"q": "  "},
        {"q": ["x"], "docs": [{"text": "no id"}, {"score": 1}], "thumb": "hm", "at": "soon"},
        {"q": 42},
    )
    found, (file,) = read(path, mapping=MAP | {"user": "nowhere"})
    assert [interaction.query for interaction in found] == ["x", "42"]
    assert [(one.reason, one.count, one.first_line) for one in file.tally.unused] == [("no text at query=q", 2, 1)]
    notes = {note.reason: note.first_line for note in file.tally.notes}
    assert [(shown.chunk, shown.rank, shown.text) for shown in found[0].shown] == [(None, 1, "no id")]
    assert notes["record with a retrieved chunk that has neither an id nor a text"] == 3
    assert notes["feedback that is neither up nor down"] == 3
    assert notes["a time that cannot be read"] == 3
    assert notes["nothing at user=nowhere in any record"] == 1


def test_equal_records_without_a_time_are_told_apart_and_alike_in_two_exports(write, read) -> None:
    record = {"q": "why?", "docs": ["a"]}
    first, _ = read(write("first.jsonl", record, record), mapping=MAP)
    second, _ = read(write("second.jsonl", record, record, record | {"thumb": 1}), mapping=MAP)
    ids = [found.record for found in second]
    assert len(set(ids)) == 3
    assert [found.record for found in first] == ids[:2]


def test_feedback_that_comes_later_does_not_make_another_record(write, read) -> None:
    record = {"q": "why?", "docs": ["a"], "at": 1796119200}
    before, _ = read(write("first.jsonl", record), mapping=MAP)
    after, _ = read(write("second.jsonl", record | {"thumb": "up"}), mapping=MAP)
    assert [found.record for found in before] == [found.record for found in after]


def test_a_byte_order_mark_and_half_a_surrogate(tmp_path: Path, read) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps({"q": "stuck \ud83d", "docs": ["a"]}).encode() + b"\n")
    found, _ = read(path, mapping=MAP)
    assert found[0].query == "stuck \ufffd"
