"""OpenTelemetry's conventions for generative AI, as OTLP JSON or as the SDK prints spans.

Question and documents of a retrieval span are opt-in, and the convention has no text of a document. The answer is what the trace's
last call of a model gave. An evaluation is an event of a span, or a log record.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from goldkit.logs.annotations import Annotation, scale
from goldkit.logs.feedback import thumb
from goldkit.logs.fields import message_text, object_of, objects
from goldkit.logs.interactions import Interaction, Place
from goldkit.logs.log_file import LogFile
from goldkit.logs.openinference_span import KIND
from goldkit.logs.otlp import attributes_in, hex_id, is_otlp, otlp_items
from goldkit.logs.passages import as_id
from goldkit.logs.person import by_person, unsaid
from goldkit.logs.reader import LogReader
from goldkit.logs.spans import RETRIEVER, Span, documents_in, span
from goldkit.logs.times import utc
from goldkit.logs.traced import Told, Tracer, read_traces
from goldkit.records import JSON

OPERATION, DOCUMENTS = "gen_ai.operation.name", "gen_ai.retrieval.documents"
EVALUATION, DETAILS = "gen_ai.evaluation.result", "gen_ai.client.inference.operation.details"
KINDS = {
    "retrieval": RETRIEVER,
    "chat": "LLM",
    "text_completion": "LLM",
    "generate_content": "LLM",
    "invoke_agent": "AGENT",
    "execute_tool": "TOOL",
    "embeddings": "EMBEDDING",
}
LABELS = {"pass": True, "fail": False}
USERS = ("user.id", "enduser.id", "enduser.pseudo.id")


def recognises(records: Sequence[JSON]) -> bool:
    """Whether any of the records holds a span or an event of the convention, and none one of OpenInference."""
    found = [item["attributes"] for record in records for item in _items(record)]
    return any(_is_ours(one) for one in found) and not any(KIND in one for one in found)


def read(files: Sequence[LogFile], mapping: Mapping[str, str]) -> Iterator[Interaction]:
    """As read_traces. Spans and log records of all files are joined."""
    return read_traces(files, TRACER)


def _items(record: JSON) -> list[JSON]:
    """The spans and log records of a batch, or the one span that the SDK printed."""
    if is_otlp(record):
        return otlp_items(record)
    context = object_of(record.get("context"))
    events = [
        {
            "name": event.get("name"),
            "time": event.get("timestamp"),
            "attributes": attributes_in(event.get("attributes")),
        }
        for event in objects(record.get("events"))
    ]
    item = {
        "trace_id": hex_id(context.get("trace_id") or record.get("trace_id")),
        "span_id": hex_id(context.get("span_id") or record.get("span_id")),
        "parent_id": hex_id(record.get("parent_id")),
        "start_time": record.get("start_time"),
        "attributes": attributes_in(record.get("attributes")),
    }
    return [item | {"name": record.get("name"), "events": events, "span": True}]


def _is_ours(attributes: JSON) -> bool:
    return any(key.startswith("gen_ai.") for key in attributes)


def _told(record: JSON, place: Place) -> list[Told]:
    told: list[Told] = []
    for item in _items(record):
        if item["trace_id"] is not None and item["span"] and item["span_id"] is not None:
            told += [_span(item, place), *_evaluations(item, place)]
        elif item["trace_id"] is not None and item["name"] == EVALUATION:
            told.append(_evaluation(item["attributes"], item, item["start_time"], place, inline=False))
    return told


def _span(item: JSON, place: Place) -> Span:
    attributes = dict(item["attributes"])
    for event in item["events"]:
        attributes |= event["attributes"] if event["name"] == DETAILS else {}
    kind = KINDS.get(str(attributes.get(OPERATION)), "OTHER")
    asked: Any = _said(attributes.get("gen_ai.input.messages"), "user")
    if kind == RETRIEVER or DOCUMENTS in attributes:
        kind, asked = RETRIEVER, attributes.get("gen_ai.retrieval.query.text")
    return span(
        place,
        item["trace_id"],
        item["span_id"],
        item["parent_id"],
        kind,
        utc(item["start_time"]),
        asked=asked,
        gave=_said(attributes.get("gen_ai.output.messages"), "assistant"),
        session=attributes.get("gen_ai.conversation.id"),
        user=next((attributes[name] for name in USERS if as_id(attributes.get(name))), None),
        documents=documents_in(attributes.get(DOCUMENTS)) if kind == RETRIEVER else (),
    )


def _said(messages: Any, role: str) -> str | None:
    """The text of the last message of a role."""
    told = [one for one in objects(messages) if one.get("role") == role]
    if not told:
        return None
    parts = [part for part in objects(told[-1].get("parts")) if part.get("type", "text") == "text"]
    return message_text([part.get("content") for part in parts]) or message_text(told[-1].get("content"))


def _evaluations(item: JSON, place: Place) -> Iterator[Annotation]:
    for event in item["events"]:
        if event["name"] == EVALUATION:
            yield _evaluation(event["attributes"], item, event["time"], place, inline=True)


def _evaluation(attributes: JSON, item: JSON, time: Any, place: Place, inline: bool) -> Annotation:
    name = str(attributes.get("gen_ai.evaluation.name"))
    label = attributes.get("gen_ai.evaluation.score.label")
    up = LABELS.get(label.casefold(), thumb(label)) if isinstance(label, str) else None
    value = attributes.get("gen_ai.evaluation.score.value")
    told = (None, False) if up is not None else scale(name, value)
    up = thumb(value, zero_is_down=True) if up is None else up
    by = None if by_person(name) else unsaid(name, "evaluation")
    return Annotation(place, item["span_id"], item["trace_id"], up, utc(time), inline, by, *told)


TRACER = Tracer(
    _told,
    advice="These spans hold no retrieval: export those of the retriever too (gen_ai.operation.name `retrieval`).",
    unasked="Retrieval spans without gen_ai.retrieval.query.text tell no question. The attribute is opt-in: turn on the capture "
    "of content in the instrumentation, or set it yourself.",
    bare="Retrieval spans without ids in gen_ai.retrieval.documents tell no chunk, and the convention has no text to find it by. "
    "The attribute is opt-in: record the ids.",
    verdict="evaluation",
)
READER = LogReader("otel-genai", "OpenTelemetry GenAI spans, as OTLP JSON", recognises, read)
