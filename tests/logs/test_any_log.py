"""Whatever stands in a log's fields, no reader fails, and every record is used or counted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from goldkit.logs.catalogue import LOG_READERS
from goldkit.logs.log_file import LogFile

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["[1]", "{}", "[", "q", "1796119200"])
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
SHAPES = {
    "ubi": [
        "action_name",
        "query_id",
        "user_query",
        "query_response_hit_ids",
        "timestamp",
        "event_attributes",
        "application",
        "session_id",
    ],
    "openinference": [
        "span_id",
        "trace_id",
        "parent_id",
        "span_kind",
        "attributes",
        "context",
        "start_time",
        "result",
        "label",
        "data",
    ],
    "jsonl": ["q", "docs", "cited", "thumb", "a", "at", "id", "c"],
}
MAPPING = {
    "query": "q",
    "chunks": "docs",
    "cited": "cited",
    "feedback": "thumb",
    "answer": "a",
    "time": "at",
    "id": "id",
    "conversation": "c",
}


def like(name: str) -> st.SearchStrategy[list[dict[str, Any]]]:
    attributes = st.dictionaries(
        st.sampled_from(
            ["input.value", "output.value", "retrieval.documents.0.document.id", "retrieval.documents", "session.id"]
        ),
        values,
        max_size=4,
    )
    typical = {
        "attributes": attributes | values,
        "span_kind": st.sampled_from(["RETRIEVER", "CHAIN", "RERANKER"]) | values,
        "span_id": st.sampled_from(["a", "b"]) | values,
        "parent_id": st.sampled_from(["a", "b", None]) | values,
        "action_name": st.sampled_from(["click", "impression", "search"]) | values,
        "user_query": st.sampled_from(["q", "r"]) | values,
        "query_id": st.sampled_from(["1", 2]) | values,
        "event_attributes": st.fixed_dictionaries(
            {
                "object": st.fixed_dictionaries({"object_id": values}) | values,
                "position": st.fixed_dictionaries({"ordinal": values}),
            }
        ),
    }
    record = st.fixed_dictionaries({}, optional={key: typical.get(key, values) for key in SHAPES[name]})
    return st.lists(record, max_size=5)


@pytest.mark.parametrize("name", list(SHAPES))
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(data=st.data())
def test_no_reader_fails_on_any_json(tmp_path: Path, name: str, data: st.DataObject) -> None:
    records = data.draw(like(name))
    path = tmp_path / "log.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    file = LogFile(path, 0, "batch")
    LOG_READERS[name].recognises(records)
    interactions = list(LOG_READERS[name].read([file], MAPPING))
    assert 0 <= file.tally.used <= file.tally.records
    assert all(one.query.strip() and one.place.line <= len(records) for one in interactions)
    for one in interactions:
        assert all(shown.chunk != "" and (shown.rank is None or shown.rank >= 1) for shown in one.shown)
