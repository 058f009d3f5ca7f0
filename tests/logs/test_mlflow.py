from __future__ import annotations

import base64
import json
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest

from goldkit.logs.interactions import Shown

QUESTION = "why does my job stay idle?"
DOCUMENTS = [
    {"page_content": "A text", "metadata": {"doc_uri": "a.md", "chunk_id": "a"}, "id": None},
    {"page_content": "B text", "metadata": {"doc_uri": "b.md"}},
]


def span(number: int, parent: int | None, kind: str, asked: Any, gave: Any) -> dict[str, Any]:
    def name(at: int | None) -> str | None:
        return None if at is None else base64.b64encode(bytes([at]) * 8).decode()

    values = {"mlflow.spanType": kind, "mlflow.spanInputs": asked, "mlflow.spanOutputs": gave}
    return {
        "trace_id": base64.b64encode(b"\x11" * 16).decode(),
        "span_id": name(number),
        "parent_span_id": name(parent),
        "start_time_unix_nano": 1796119200000000000 + number,
        "attributes": {key: json.dumps(value) for key, value in values.items()},
    }


def assessment(value: Any, source: str = "HUMAN", **more: Any) -> dict[str, Any]:
    return {"assessment_name": "thumbs", "source": {"source_type": source}, "feedback": {"value": value}} | more


def trace(*assessments: Any, spans: list[Any] | None = None) -> dict[str, Any]:
    own = [
        span(1, None, "CHAIN", {"question": QUESTION}, "So [2]."),
        span(2, 1, "RETRIEVER", {"query": "idle job"}, DOCUMENTS),
    ]
    info = {
        "trace_id": "tr-1",
        "request_time": "2026-12-01T10:00:00Z",
        "trace_metadata": {"mlflow.trace.session": "s", "mlflow.trace.user": "u"},
        "request_preview": json.dumps({"question": QUESTION}),
        "response_preview": json.dumps("So [2]."),
        "assessments": list(assessments),
    }
    return {"info": info, "data": {"spans": own if spans is None else spans}}


def up(one: Any) -> bool | None:
    return one.rating.up if one.rating else None


def test_spans_whose_values_are_json_in_strings(write, read) -> None:
    (one,), (file,) = read(write("traces.jsonl", trace(assessment(True))))
    assert (one.query, one.rewritten, one.answer) == (QUESTION, "idle job", "So [2].")
    assert (one.record, one.time, one.session, one.user) == (
        "tr-1/0202020202020202",
        "2026-12-01T10:00:00Z",
        "s",
        "u",
    )
    assert one.shown == (
        Shown("a", 1, "A text", document="a.md"),
        Shown(None, 2, "B text", document="b.md", cited=True),
    )
    assert up(one) is True
    assert dict(file.tally.kinds) == {"chain span": 1, "retriever span": 1}


@pytest.mark.parametrize(
    ("assessments", "verdict", "notes"),
    [
        ([assessment(False)], False, 0),
        ([assessment("no")], False, 0),
        ([assessment(True, "LLM_JUDGE")], None, 1),
        ([assessment(True, "CODE")], None, 1),
        ([assessment(True, valid=False)], None, 0),
        ([assessment(True, feedback=None, expectation={"value": "x"})], None, 0),
        ([assessment(1, last_update_time="2026-12-01T12:00:00Z"), assessment(0)], True, 0),
        ([assessment(4)], None, 1),
    ],
)
def test_assessments(write, read, assessments: Any, verdict: bool | None, notes: int) -> None:
    (one,), (file,) = read(write("traces.jsonl", trace(*assessments)))
    assert up(one) is verdict
    assert sum(note.count for note in file.tally.notes if "annotation" in note.reason) == notes
    assert file.tally.used == 2


def test_rows_of_a_data_frame_in_parquet(tmp_path: Any, read) -> None:
    whole = trace(assessment(True))
    row = {
        "trace_id": "tr-1",
        "execution_duration": 900,
        "request_time": 1796119200000,
        "trace_metadata": whole["info"]["trace_metadata"],
        "spans": [json.dumps(one) for one in whole["data"]["spans"]],
        "assessments": json.dumps(whole["info"]["assessments"]),
    }
    for name, spans in (("strings", json.dumps(whole["data"]["spans"])), ("objects", whole["data"]["spans"])):
        path = tmp_path / f"{name}.parquet"
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist([row | {"spans": spans}]), path)
        (one,), _ = read(path)
        assert (one.query, one.session, up(one), one.shown[0].chunk) == (QUESTION, "s", True, "a")


def test_traces_without_spans_keep_their_questions_and_say_what_to_export(write, read) -> None:
    (one,), (file,) = read(write("traces.jsonl", trace(assessment(False), spans=[])))
    assert (one.query, one.answer, one.session, up(one)) == (QUESTION, "So [2].", "s", False)
    assert "with their spans" in file.tally.advice[0]
    assert dict(file.tally.kinds) == {"trace": 1}
