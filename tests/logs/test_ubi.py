from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from goldkit.logs.interactions import Click, Place, Shown


def query(query_id: object, text: object, **more: Any) -> dict[str, Any]:
    return {"application": "app", "query_id": query_id, "user_query": text, "timestamp": "2026-12-01T10:00:00Z"} | more


def event(action: str, query_id: object, chunk: object = None, ordinal: object = None, **more: Any) -> dict[str, Any]:
    attributes = {"object": {"object_id": chunk}, "position": {"ordinal": ordinal}}
    return {"application": "app", "action_name": action, "query_id": query_id, "event_attributes": attributes} | more


def reasons(file: Any) -> dict[str, tuple[int, int]]:
    return {one.reason: (one.count, one.first_line) for one in file.tally.unused}


def test_events_join_their_query_and_count_once(write, read) -> None:
    path = write(
        "log.ndjson",
        {"index": {"_index": "ubi_queries"}},
        query("q1", "why?", query_response_hit_ids=["a", "b"], client_id="u"),
        {"index": {"_index": "ubi_events"}},
        event("click", "q1", "b", 2, session_id="s"),
        event("add_to_cart", "q1", "b", 2),
    )
    (one,), (file,) = read(path)
    assert (one.query, one.session, one.user, one.time) == ("why?", "s", "u", "2026-12-01T10:00:00Z")
    assert one.shown == (Shown("a", 1), Shown("b", 2))
    assert one.clicked == (Click("b", Place(0, 4)),)
    assert dict(file.tally.kinds) == {"query record": 1, "event": 2}
    assert file.tally.used == 3


@pytest.mark.parametrize(("ordinals", "base"), [([0, 1, 2], 0), ([1, 2, 3], 1)])
def test_positions_are_told_per_application_and_made_one_based(write, read, ordinals: list[int], base: int) -> None:
    path = write("log.ndjson", query("q1", "why?"), *(event("impression", "q1", f"c{n}", n) for n in ordinals))
    (one,), (file,) = read(path)
    assert [shown.rank for shown in one.shown] == [1, 2, 3]
    assert [(told.application, told.base, told.seen) for told in file.tally.positions] == [("app", base, 3)]


@pytest.mark.parametrize("odd", [1e300, 10**25, 1 << 63, -1, True, "2", [1], None])
def test_what_is_no_position_leaves_the_rank_unknown(write, read, odd: object) -> None:
    path = write("log.ndjson", query("q1", "why?"), event("impression", "q1", "a", 1), event("click", "q1", "b", odd))
    (one,), (file,) = read(path)
    assert [(shown.chunk, shown.rank) for shown in one.shown] == [("a", 1), ("b", None)]
    assert [click.chunk for click in one.clicked] == ["b"]
    assert file.tally.used == 3


def test_two_applications_in_one_file_keep_their_own_base(write, read) -> None:
    path = write(
        "log.ndjson",
        query("q1", "one"),
        event("impression", "q1", "a", 0),
        event("impression", "q1", "b", 1),
        query("q2", "two", application="other"),
        event("impression", "q2", "c", 1, application="other"),
    )
    interactions, (file,) = read(path)
    assert [[shown.rank for shown in one.shown] for one in interactions] == [[1, 2], [1]]
    assert [(told.application, told.base) for told in file.tally.positions] == [("app", 0), ("other", 1)]


def test_query_records_of_one_id_and_text_are_one_search_and_other_texts_their_own(write, read) -> None:
    path = write(
        "log.ndjson",
        query("q1", "red", query_response_hit_ids=[]),
        query("q1", "red", query_response_hit_ids=["a"]),
        query("q1", "red case"),
        event("click", "q1", "a", 1, user_query="red case"),
        event("click", "q1", "a", 1),
    )
    interactions, (file,) = read(path)
    assert [(one.query, [shown.chunk for shown in one.shown], len(one.clicked)) for one in interactions] == [
        ("red", ["a"], 0),
        ("red case", ["a"], 1),
    ]
    assert reasons(file) == {"event of a query id with several texts, and no text of its own": (1, 5)}
    notes = {note.reason: note.count for note in file.tally.notes}
    assert notes["query record with an empty list of hit ids"] == 1
    assert notes["query record without hit ids (key absent)"] == 1
    assert file.tally.distinct == {"query id": 1, "text": 2}


def test_events_alone_make_interactions_by_their_own_text(write, read) -> None:
    path = write(
        "events.jsonl",
        event("impression", "q1", 7, 1, user_query="why?"),
        event("click", "q1", 7, 1, user_query="why?"),
    )
    (one,), _ = read(path)
    assert [shown.chunk for shown in one.shown] == ["7"]
    assert [click.chunk for click in one.clicked] == ["7"]


def test_queries_and_events_in_two_files_keep_the_place_of_each_part(write, read) -> None:
    queries = write("queries.jsonl", query("q1", "why?", query_response_hit_ids=["a"]))
    events = write("events.jsonl", event("click", "q1", "a", 1))
    (one,), _ = read(queries, events)
    assert one.place == Place(0, 1)
    assert one.clicked == (Click("a", Place(1, 1)),)


def test_what_cannot_be_used_is_counted_by_reason(write, read) -> None:
    path = write(
        "log.ndjson",
        query("q1", None),
        query("q1", " "),
        query(None, "why?"),
        event("click", "gone", "a", 1),
        event("click", None, "a", 1, user_query="why?"),
        event("global_click", "q1", "a", 1),
        event("click", "q2", None, 1, user_query="why?"),
        {"something": "else"},
        {"action_name": "click", "query_id": "q2", "user_query": "why?", "event_attributes": None},
    )
    _, (file,) = read(path)
    assert reasons(file) == {
        "query record without a text": (2, 1),
        "query record without a query id": (1, 3),
        "event of a query id without a usable query record, and no text of its own": (1, 4),
        "event without a query id": (1, 5),
        "event `global_click` says nothing about a chunk": (1, 6),
        "event `click` without an object id": (2, 7),
        "neither a UBI query nor an event": (1, 8),
    }
    assert file.tally.records == 9
    assert file.tally.used == 0


def test_search_hits_of_a_dump_are_opened(write, read) -> None:
    path = write(
        "dump.ndjson",
        {"_index": "ubi_queries", "_id": "x", "_source": query("q1", "why?", query_response_hit_ids=["a"])},
    )
    (one,), _ = read(path)
    assert one.query == "why?"


def test_the_public_sample_is_read_whole(read) -> None:
    data = os.environ.get("GOLDKIT_REAL_DATA")
    if not data:
        pytest.skip("GOLDKIT_REAL_DATA is not set")
    interactions, (file,) = read(Path(data) / "ubi-esci" / "ubi_queries_events.ndjson")
    assert dict(file.tally.kinds) == {"query record": 473, "event": 3448}
    assert file.tally.distinct == {"query id": 284, "text": 174}
    notes = {note.reason: note.count for note in file.tally.notes}
    assert notes["query record without hit ids (key absent)"] == 200
    assert notes["query record with an empty list of hit ids"] == 192
    assert {told.application: told.base for told in file.tally.positions} == {
        "esci_ubi_sample": 0,
        "Chorus": 1,
        "ubi-demo": 1,
    }
    assert file.tally.used + sum(one.count for one in file.tally.unused) == 3921
    assert len({(one.record, one.query) for one in interactions}) == len(interactions) == 289
    assert all(shown.rank and shown.rank >= 1 for one in interactions for shown in one.shown)


def test_a_copy_is_no_click_and_the_longest_time_spent_on_a_result_is_kept(write, read) -> None:
    path = write(
        "log.ndjson",
        query("q1", "why?", query_response_hit_ids=["a", "b"]),
        event("click", "q1", "a", 1, dwell_time=3),
        event("click", "q1", "a", 1, dwell_time=41.5),
        event("copy", "q1", "a", 1),
        event("copy", "q1", "b", 2, dwell_time="long"),
    )
    (one,), _ = read(path)
    assert one.clicked == (
        Click("a", Place(0, 2), "click", 41.5),
        Click("a", Place(0, 4), "copy"),
        Click("b", Place(0, 5), "copy"),
    )


def test_a_dwell_event_tells_how_long_the_user_stayed_and_is_no_click(write, read) -> None:
    path = write(
        "log.ndjson",
        query("q1", "why?", query_response_hit_ids=["a", "b"]),
        event("dwell", "q1", "a", 7, dwell_time=36.5),
        event("click", "q1", "a", 1),
        event("dwell", "q1", "b", 2, dwell_time=5),
    )
    (one,), (file,) = read(path)
    assert one.clicked == (Click("a", Place(0, 3), "click", 36.5),)
    assert one.shown == (Shown("a", 1), Shown("b", 2))
    assert file.tally.used == 4


def test_the_time_spent_is_read_where_the_older_schema_keeps_it(write, read) -> None:
    click = event("click", "q1", "a", 1)
    click["event_attributes"]["dwell_time"] = 12
    (one,), _ = read(write("log.ndjson", query("q1", "why?"), click))
    assert one.clicked[0].dwell == 12.0
