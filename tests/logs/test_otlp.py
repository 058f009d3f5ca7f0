"""OTLP JSON: as OpenInference spans and as OpenTelemetry's own convention has them, in the spellings that exporters use."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from goldkit.logs.interactions import Shown
from goldkit.logs.otlp import attributes_in, hex_id

TRACE, ROOT, GET, CHAT = "1" * 32, "1" * 16, "2" * 16, "3" * 16
QUESTION = "why does my job stay idle?"
NANO = "1796119200000000000"


def value(inner: Any) -> dict[str, Any]:
    if isinstance(inner, float):
        return {"doubleValue": inner}
    if isinstance(inner, list):
        return {"arrayValue": {"values": [value(one) for one in inner]}}
    if isinstance(inner, dict):
        return {"kvlistValue": {"values": pairs(inner)}}
    return {"stringValue": inner}


def pairs(attributes: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"key": key, "value": value(inner)} for key, inner in attributes.items()]


def span(name: str, parent: str | None, attributes: dict[str, Any], *events: Any) -> dict[str, Any]:
    return {
        "traceId": TRACE,
        "spanId": name,
        "parentSpanId": parent or "",
        "startTimeUnixNano": NANO,
        "attributes": pairs(attributes),
        "events": [{"name": key, "timeUnixNano": NANO, "attributes": pairs(inner)} for key, inner in events],
    }


def batch(*spans: dict[str, Any]) -> dict[str, Any]:
    return {"resourceSpans": [{"resource": {"attributes": []}, "scopeSpans": [{"scope": {}, "spans": list(spans)}]}]}


def messages(role: str, *texts: str) -> str:
    parts = [{"type": "text", "content": text} for text in texts]
    return json.dumps([{"role": role, "parts": [{"type": "tool_call", "name": "x"}, *parts]}])


def retrieval(**more: Any) -> dict[str, Any]:
    attributes = {
        "gen_ai.operation.name": "retrieval",
        "gen_ai.retrieval.query.text": QUESTION,
        "gen_ai.retrieval.documents": json.dumps([{"id": "a", "score": 0.8}, {"id": "b"}]),
        "gen_ai.conversation.id": "s",
    }
    named = {key.replace("__", "."): inner for key, inner in more.items()}
    return span(GET, ROOT, {key: inner for key, inner in (attributes | named).items() if inner is not None})


def chat(*events: Any, asked: str = QUESTION) -> dict[str, Any]:
    attributes = {
        "gen_ai.operation.name": "chat",
        "gen_ai.input.messages": messages("user", asked),
        "gen_ai.output.messages": messages("assistant", "So [2]."),
    }
    return span(CHAT, ROOT, attributes, *events)


def evaluation(name: str, score: float | None = None, label: str | None = None) -> tuple[str, dict[str, Any]]:
    found = {"name": name, "score.value": score, "score.label": label}
    return "gen_ai.evaluation.result", {
        f"gen_ai.evaluation.{key}": one for key, one in found.items() if one is not None
    }


def test_ids_in_hex_and_base64_are_one() -> None:
    for name in (TRACE, GET):
        packed = base64.b64encode(bytes.fromhex(name)).decode()
        assert hex_id(packed) == hex_id(f"0x{name}") == hex_id(name.upper()) == name
    assert [hex_id(one) for one in ("tr-1", "", None, 7)] == ["tr-1", None, None, "7"]


def test_values_of_every_type() -> None:
    found = pairs({"s": "text", "f": 0.5, "l": ["a", "b"], "o": {"in": ["x"]}})
    found += [{"key": "i", "value": {"intValue": "7"}}, {"key": "b", "value": {"bool_value": False}}, {"key": "none"}]
    expected = {"s": "text", "f": 0.5, "l": ["a", "b"], "o": {"in": ["x"]}, "i": "7", "b": False, "none": None}
    assert attributes_in(found) == expected


def openinference(packed: bool = False) -> dict[str, Any]:
    root = {"openinference.span.kind": "CHAIN", "input.value": QUESTION, "output.value": "So [2].", "session.id": "s"}
    get = {"openinference.span.kind": "RETRIEVER", "input.value": QUESTION}
    rows = [{"document": {"id": name, "content": f"{name} text"}} for name in ("a", "b")]
    if packed:
        get |= {"retrieval": {"documents": rows}}
    else:
        for at, row in enumerate(rows):
            get |= {f"retrieval.documents.{at}.document.{key}": one for key, one in row["document"].items()}
    return batch(span(ROOT, None, root), span(GET, ROOT, get))


def in_base64(record: Any) -> Any:
    if isinstance(record, dict):
        ids = ("traceId", "spanId", "parentSpanId")
        return {
            key: base64.b64encode(bytes.fromhex(one)).decode() if key in ids else in_base64(one)
            for key, one in record.items()
        }
    return [in_base64(one) for one in record] if isinstance(record, list) else record


def in_snake_case(record: Any) -> Any:
    if isinstance(record, dict):
        names = {key: "".join(f"_{one.lower()}" if one.isupper() else one for one in key) for key in record}
        return {names[key]: in_snake_case(one) for key, one in record.items()}
    return [in_snake_case(one) for one in record] if isinstance(record, list) else record


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("spelling", [lambda record: record, in_base64, in_snake_case])
def test_openinference_over_otlp(write, read, packed: bool, spelling: Any) -> None:
    (one,), (file,) = read(write("otlp.jsonl", spelling(openinference(packed))))
    assert (one.record, one.query, one.answer, one.session) == (f"{TRACE}/{GET}", QUESTION, "So [2].", "s")
    assert one.shown == (Shown("a", 1, "a text"), Shown("b", 2, "b text", cited=True))
    assert one.time == "2026-12-01T10:00:00Z"
    assert dict(file.tally.kinds) == {"chain span": 1, "retriever span": 1}


@pytest.mark.parametrize("spelling", [lambda record: record, in_base64, in_snake_case])
def test_a_retrieval_with_the_chat_beside_it(write, read, spelling: Any) -> None:
    events = [evaluation("user_feedback", 1.0), evaluation("correctness", 0.0)]
    (one,), (file,) = read(write("otlp.jsonl", spelling(batch(retrieval(), chat(*events)))))
    assert (one.query, one.answer, one.session) == (QUESTION, "So [2].", "s")
    assert one.shown == (Shown("a", 1), Shown("b", 2, cited=True))
    assert one.rating is not None
    assert one.rating.up is True
    assert [note.reason for note in file.tally.notes] == ["evaluation `correctness` does not say that a person gave it"]
    assert file.tally.advice == []


def test_spans_of_one_trace_in_several_batches_and_evaluations_in_logs(write, read) -> None:
    name, attributes = evaluation("user_feedback", label="fail")
    log = {"timeUnixNano": NANO, "eventName": name, "traceId": TRACE, "spanId": CHAT, "attributes": pairs(attributes)}
    logs = {"resourceLogs": [{"scopeLogs": [{"logRecords": [log, {"body": {}, "traceId": TRACE}]}]}]}
    paths = write("spans.jsonl", batch(retrieval()), batch(chat())), write("logs.jsonl", logs)
    (one,), (_, file) = read(*paths)
    assert (one.answer, one.rating and one.rating.up) == ("So [2].", False)
    assert dict(file.tally.kinds) == {"evaluation": 1}


def test_spans_as_the_sdk_prints_them(write, read) -> None:
    attributes = {pair["key"]: pair["value"]["stringValue"] for pair in retrieval()["attributes"]}
    printed = {
        "name": "retrieval",
        "context": {"trace_id": f"0x{TRACE}", "span_id": f"0x{GET}"},
        "parent_id": None,
        "start_time": "2026-12-01T10:00:00.000000Z",
        "attributes": attributes,
        "events": [],
    }
    (one,), _ = read(write("console.jsonl", printed))
    assert (one.record, one.query, len(one.shown)) == (f"{TRACE}/{GET}", QUESTION, 2)


def test_a_question_that_was_not_recorded_is_the_prompts_where_that_is_one_line(write, read) -> None:
    mute = retrieval(gen_ai__retrieval__query__text=None)
    (one,), (file,) = read(write("otlp.jsonl", batch(mute, chat())))
    assert one.query == QUESTION
    assert "opt-in" in file.tally.advice[0]
    assert [note.count for note in file.tally.notes if "prompt" in note.reason] == [1]
    none, (file,) = read(write("stuffed.jsonl", batch(mute, chat(asked=f"Use this:\nA text\n\n{QUESTION}"))))
    assert none == []
    assert "gen_ai.retrieval.query.text" in file.tally.advice[0]


@pytest.mark.parametrize("documents", [None, json.dumps([{"score": 0.8}])])
def test_a_retrieval_that_tells_no_chunk_keeps_its_question_and_says_what_to_record(
    write, read, documents: Any
) -> None:
    (one,), (file,) = read(write("otlp.jsonl", batch(retrieval(gen_ai__retrieval__documents=documents))))
    assert (one.query, one.shown) == (QUESTION, ())
    assert "record the ids" in file.tally.advice[0]


def test_documents_with_a_text_of_their_own(write, read) -> None:
    documents = json.dumps([{"id": "a", "content": "A text"}, {"text": "B text"}])
    (one,), _ = read(write("otlp.jsonl", batch(retrieval(gen_ai__retrieval__documents=documents))))
    assert one.shown == (Shown("a", 1, "A text"), Shown(None, 2, "B text"))


def test_spans_without_a_retrieval_keep_their_question(write, read) -> None:
    (one,), (file,) = read(write("otlp.jsonl", batch(chat(), span(ROOT, None, {"http.route": "/ask"}))))
    assert (one.query, one.answer) == (QUESTION, "So [2].")
    assert "export those of the retriever" in file.tally.advice[0]
