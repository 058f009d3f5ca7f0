"""MLflow traces: objects of info and spans, or rows of its data frames. Values of attributes are JSON in strings.

An assessment of source HUMAN rates the answer; one of a model or code is noted. Where spans are missing, the previews of question
and answer in the trace's own record stand for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from goldkit.logs.annotations import NO_PERSON, Annotation, scale
from goldkit.logs.feedback import thumb
from goldkit.logs.fields import object_of, objects
from goldkit.logs.interactions import Interaction, Place
from goldkit.logs.log_file import LogFile
from goldkit.logs.otlp import hex_id
from goldkit.logs.passages import as_id
from goldkit.logs.reader import LogReader
from goldkit.logs.spans import RETRIEVER, TRACE, Span, documents_in, span
from goldkit.logs.times import utc
from goldkit.logs.tolerant import loads
from goldkit.logs.traced import Told, Tracer, read_traces
from goldkit.records import JSON

KIND, INPUTS, OUTPUTS = "mlflow.spanType", "mlflow.spanInputs", "mlflow.spanOutputs"
SESSION, USER = "mlflow.trace.session", "mlflow.trace.user"
ROWS = ("trace_metadata", "request_metadata", "execution_duration", "execution_time_ms")
"""Columns of a data frame of traces, one of which a row has."""


def recognises(records: Sequence[JSON]) -> bool:
    """Whether any of the records is a trace."""
    return any(_is_trace(record) for record in records)


def read(files: Sequence[LogFile], mapping: Mapping[str, str]) -> Iterator[Interaction]:
    """As read_traces."""
    return read_traces(files, TRACER)


def _is_trace(record: JSON) -> bool:
    info = object_of(record.get("info"))
    named = any(name in (info or record) for name in ("trace_id", "request_id"))
    return named and ("data" in record if info else any(name in record for name in ROWS))


def _told(record: JSON, place: Place) -> list[Told]:
    info = object_of(record.get("info")) or record
    name = as_id(info.get("trace_id")) or as_id(info.get("request_id"))
    if not _is_trace(record) or name is None:
        return []
    metadata = _metadata(info)
    data = object_of(record.get("data"))
    found = (_span(one, name, metadata, place) for one in objects(data.get("spans") or record.get("spans")))
    spans = [one for one in found if one is not None]
    return [
        *(spans or [_whole(record, info, name, metadata, place)]),
        *_assessments(info.get("assessments"), name, place),
    ]


def _whole(record: JSON, info: JSON, trace: str, metadata: JSON, place: Place) -> Span:
    """A trace without spans, as one around them."""
    data = object_of(record.get("data"))
    asked, gave = (
        _first(metadata.get(f"mlflow.trace{end}"), data.get(name), record.get(name), info.get(f"{name}_preview"))
        for end, name in (("Inputs", "request"), ("Outputs", "response"))
    )
    start = utc(info.get("request_time")) or utc(info.get("timestamp_ms"))
    session, user = metadata.get(SESSION), metadata.get(USER)
    return span(
        place, trace, trace, None, TRACE, start, asked=_value(asked), gave=_value(gave), session=session, user=user
    )


def _metadata(info: JSON) -> JSON:
    """What is known of a trace besides its spans: of session, user, question and answer."""
    return object_of(info.get("request_metadata")) | object_of(info.get("trace_metadata"))


def _span(record: JSON, trace: str, metadata: JSON, place: Place) -> Span | None:
    context, attributes = object_of(record.get("context")), object_of(record.get("attributes"))
    name = hex_id(record.get("span_id") or context.get("span_id"))
    if name is None:
        return None
    values = {key: _value(attributes.get(key)) for key in (KIND, INPUTS, OUTPUTS)}
    inputs, outputs = _first(values[INPUTS], record.get("inputs")), _first(values[OUTPUTS], record.get("outputs"))
    kind = str(values[KIND] or record.get("span_type") or "UNKNOWN").upper()
    start = _first(*(record.get(key) for key in ("start_time_unix_nano", "start_time", "start_time_ns")))
    parent = hex_id(_first(record.get("parent_span_id"), record.get("parent_id")))
    return span(
        place,
        trace,
        name,
        parent,
        kind,
        utc(start),
        asked=inputs,
        gave=outputs,
        session=metadata.get(SESSION),
        user=metadata.get(USER),
        documents=documents_in(outputs) if kind == RETRIEVER else (),
    )


def _assessments(value: Any, trace: str, place: Place) -> Iterator[Annotation]:
    for one in objects(value):
        feedback = object_of(one.get("feedback"))
        if one.get("valid") is False or not feedback:  # replaced by another, or an expectation
            continue
        person = str(object_of(one.get("source")).get("source_type")).upper() == "HUMAN"
        time = utc(one.get("last_update_time")) or utc(one.get("create_time"))
        value = feedback.get("value")
        by = None if person else NO_PERSON
        up, told = thumb(value, zero_is_down=True), scale(one.get("assessment_name"), value)
        yield Annotation(place, hex_id(one.get("span_id")), trace, up, time, True, by, *told)


def _value(value: Any) -> Any:
    """The value of a JSON text, be it an object or only a string in quotes; anything else as it is."""
    try:
        return loads(value) if isinstance(value, str) else value
    except (ValueError, RecursionError):
        return value


def _first(*values: Any) -> Any:
    return next((value for value in values if value is not None and value != ""), None)


TRACER = Tracer(
    _told,
    advice="These traces hold no retrieval: export them with their spans, and record the retriever as a span of type RETRIEVER.",
)
READER = LogReader("mlflow", "MLflow traces", recognises, read)
