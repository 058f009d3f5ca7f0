"""Every record counts once: mined again, exported again, split over files, or mined after a crash."""

from __future__ import annotations

import json

import pytest

from goldkit.mining.known import known_in
from goldkit.mining.mine import mine
from goldkit.mining.save import save_mined


def test_mining_the_same_log_again_changes_no_byte(mill):
    rows = [{"q": "why?", "docs": ["a"], "cited": ["a"], "s": "x"}, {"q": "how?", "docs": ["b"]}]
    mill.rows(*rows)
    before = mill.digest()
    again = mill.rows(*rows, at="2027-01-01T00:00:00Z")
    assert [file.known for file in again.files] == [True]
    assert (again.interactions, again.batches) == (0, ())
    assert mill.digest() == before


def test_one_content_under_two_names_is_one_log(mill):
    row = {"q": "why?", "docs": ["a"]}
    paths = [mill.write(name, row) for name in ("one.jsonl", "two.jsonl")]
    result = mill.mine(*paths, *paths, mapping={"query": "q", "chunks": "docs"})
    assert (len(result.files), result.interactions) == (1, 1)


def test_records_of_a_growing_export_count_once_and_late_feedback_is_added(mill):
    rows = [{"q": "why?", "docs": ["a"], "id": 1}, {"q": "why?", "docs": ["a"], "id": 2}]
    mill.rows(*rows, name="monday.jsonl")
    second = mill.rows(rows[0] | {"thumb": "up"}, rows[1], {"q": "why?", "docs": ["a"], "id": 3}, name="friday.jsonl")
    assert (second.interactions, second.repeated, second.known) == (1, 2, 1)
    assert mill.evidence() == {("why?", "a"): {"shown": 3, "best_rank": 1, "answer_thumbs_up": 1}}
    assert mill.golden.queries()[0].weight == 3.0


def test_equal_records_with_an_id_or_a_time_in_one_file_count_once(mill):
    row = {"q": "why?", "docs": ["a"], "at": 1796119200}
    result = mill.rows(row, row, {"q": "how?", "id": 5}, {"q": "how?", "id": 5})
    assert (result.interactions, result.repeated) == (2, 2)


def ubi(mill):
    query = {"query_id": "q1", "user_query": "why?", "query_response_hit_ids": ["a", "b"]}
    events = [
        {
            "action_name": name,
            "query_id": "q1",
            "user_query": "why?",
            "event_attributes": {"object": {"object_id": "b"}, "position": {"ordinal": 2}},
        }
        for name in ("impression", "click")
    ]
    return mill.write("queries.jsonl", query), mill.write("events.jsonl", *events)


@pytest.mark.parametrize("order", ["together", "queries first", "events first", "events, then both"])
def test_clicks_in_a_file_of_their_own_count_once_in_any_order(mill, order):
    queries, events = ubi(mill)
    calls = {
        "together": [[queries, events]],
        "queries first": [[queries], [events]],
        "events first": [[events], [queries]],
        "events, then both": [[events], [queries, events]],
    }
    for logs in calls[order]:
        mill.mine(*logs)
    evidence = mill.evidence()["why?", "b"]
    assert (evidence["shown"], evidence["clicked"], evidence["best_rank"]) == (1, 1, 2)
    assert mill.golden.queries()[0].weight == 1.0


def test_annotations_that_come_later_join_spans_mined_before(mill):
    spans = mill.write(
        "spans.jsonl",
        {
            "span_id": "r",
            "trace_id": "t",
            "parent_id": None,
            "span_kind": "CHAIN",
            "attributes": {"output.value": "so"},
        },
        {
            "span_id": "g",
            "trace_id": "t",
            "parent_id": "r",
            "span_kind": "RETRIEVER",
            "attributes": {"input.value": "why?", "retrieval.documents.0.document.id": "a"},
        },
    )
    notes = mill.write("notes.jsonl", {"span_id": "r", "result": {"label": "thumbs_up"}, "annotator_kind": "HUMAN"})
    mill.mine(spans)
    result = mill.mine(spans, notes)
    assert [file.known for file in result.files] == [True, False]
    assert mill.evidence() == {("why?", "a"): {"shown": 1, "best_rank": 1, "answer_thumbs_up": 1}}


@pytest.mark.parametrize("step", ["add_chunks", "change_queries", "append_judgments", "append"])
def test_a_crash_at_any_step_is_mended_by_mining_again(mill, monkeypatch, step):
    rows = [
        {"q": "why?", "docs": [{"id": "a", "text": "A"}], "cited": ["a"], "s": "x"},
        {"q": "why?", "docs": ["a", "b"]},
        {"q": "how?", "docs": ["b"]},
    ]
    whole = type(mill)(mill.folder / "whole")
    whole.folder.mkdir()
    whole.rows(*rows)

    class Crash(Exception):
        pass

    def crash(*_: object) -> None:
        raise Crash

    with monkeypatch.context() as patch:
        patch.setattr(mill.golden, step, crash)
        with pytest.raises(Crash):
            mill.rows(*rows)
    mill.rows(*rows)
    assert mill.evidence() == whole.evidence()
    assert mill.digest() == whole.digest()


def test_two_processes_that_mined_the_same_log_count_it_once(mill):
    path = mill.write("log.jsonl", {"q": "why?", "docs": ["a"], "cited": ["a"]})
    results = [mill.look(path, mapping={"query": "q", "chunks": "docs", "cited": "cited"}) for _ in range(2)]
    for result in results:
        save_mined(mill.golden, result)
    assert len(mill.golden.batches()) == len(mill.golden.judgments()) == 1
    assert mill.golden.queries()[0].weight == 1.0


def test_the_public_sample(mill, real_data):
    log = real_data / "ubi-esci" / "ubi_queries_events.ndjson"
    result = mill.mine(log)
    (file,) = result.files
    assert file.kinds == {"event": 3448, "query record": 473}
    assert file.distinct == {"query id": 284, "text": 174}
    assert (file.records, file.used + sum(one.count for one in file.unused)) == (3921, 3921)
    assert len(mill.golden.queries()) == result.new == 172
    before = mill.digest()
    mill.mine(log, at="2027-01-01T00:00:00Z")
    assert mill.digest() == before
    assert mine([log], known_in(mill.golden), at="x", salt=lambda: "").batches == ()


@pytest.mark.parametrize("together", [True, False])
def test_a_record_without_id_and_time_in_two_exports_counts_once(mill, together):
    row = {"q": "why?", "docs": ["a"]}
    logs = [mill.write("one.jsonl", row, row), mill.write("two.jsonl", row, row, {"q": "how?"})]
    for call in [logs] if together else [[log] for log in logs]:
        mill.mine(*call, mapping={"query": "q", "chunks": "docs"})
    assert mill.evidence()["why?", "a"]["shown"] == 2
    assert sorted(query.weight for query in mill.golden.queries()) == [1.0, 2.0]


def test_a_known_batch_adds_nothing_though_its_hashes_were_lost(mill):
    queries, events = ubi(mill)
    mill.mine(queries)
    path = mill.golden.path / "batches.jsonl"
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    path.write_text(
        "".join(json.dumps({key: line[key] for key in line if key != "record_ids"}) + "\n" for line in lines)
    )
    mill.mine(queries, events)
    assert mill.evidence()["why?", "b"] == {"shown": 1, "best_rank": 2, "clicked": 1}
    assert mill.golden.queries()[0].weight == 1.0
