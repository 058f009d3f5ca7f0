"""OpenTelemetry's own JSON of spans and log records (OTLP), made flat: attributes as an object, ids in hex."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from typing import Any

from goldkit.logs.fields import objects
from goldkit.logs.passages import as_id
from goldkit.records import JSON

RESOURCES = ("resourceSpans", "resource_spans", "resourceLogs", "resource_logs")
SCOPES = ("scopeSpans", "scope_spans", "instrumentationLibrarySpans", "scopeLogs", "scope_logs")
ITEMS = ("spans", "logRecords", "log_records")
HEX = re.compile(r"(?:0x)?([0-9a-fA-F]{32}|[0-9a-fA-F]{16})")
ID_BYTES = (8, 16)
"""Lengths of the ids of spans and of traces."""
DEEPEST = 20
"""Lists and objects in an attribute's value."""


def is_otlp(record: JSON) -> bool:
    """Whether a record is a batch of spans or log records."""
    return any(isinstance(record.get(name), list) for name in RESOURCES)


def otlp_items(record: JSON) -> list[JSON]:
    """The spans and log records of a batch, each flat: trace_id, span_id, parent_id, name, start_time, attributes and events."""
    resources = _inside([record], RESOURCES)
    return [_flat(item) for item in _inside(_inside(resources, SCOPES), ITEMS)]


def hex_id(value: Any) -> str | None:
    """The id of a span or trace in hex, whether it was written in hex, with 0x before it, or in base64; others as they are."""
    text = as_id(value)
    if text is None:
        return None
    if found := HEX.fullmatch(text):
        return found[1].lower()
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return text
    return data.hex() if len(data) in ID_BYTES else text


def attributes_in(values: Any) -> JSON:
    """Attributes, be they OTLP's list of keys and values or an object already."""
    if isinstance(values, dict):
        return values
    return {str(one["key"]): _value(one.get("value")) for one in objects(values) if "key" in one}


def _inside(records: list[JSON], names: tuple[str, ...]) -> list[JSON]:
    return [item for record in records for name in names for item in objects(record.get(name))]


def _flat(item: JSON) -> JSON:
    return {
        "trace_id": hex_id(_first(item, "traceId", "trace_id")),
        "span_id": hex_id(_first(item, "spanId", "span_id")),
        "parent_id": hex_id(_first(item, "parentSpanId", "parent_span_id")),
        "name": _first(item, "name", "eventName", "event_name"),
        "start_time": _first(item, "startTimeUnixNano", "start_time_unix_nano", "timeUnixNano", "time_unix_nano"),
        "attributes": attributes_in(item.get("attributes")),
        "events": list(_events(item)),
        "span": not {"body", "eventName", "event_name", "severityNumber", "severity_number"} & item.keys(),
    }


def _events(item: JSON) -> Iterator[JSON]:
    for event in objects(item.get("events")):
        time = _first(event, "timeUnixNano", "time_unix_nano")
        yield {"name": event.get("name"), "time": time, "attributes": attributes_in(event.get("attributes"))}


def _first(item: JSON, *names: str) -> Any:
    return next((item[name] for name in names if item.get(name) not in (None, "")), None)


def _value(value: Any, depth: int = 0) -> Any:
    """The value inside `{"stringValue": …}` and its like, in camelCase or snake_case."""
    if not isinstance(value, dict) or len(value) != 1 or depth > DEEPEST:
        return None
    ((kind, inner),) = value.items()
    kind = kind.replace("_v", "V")
    if kind == "arrayValue" and isinstance(inner, dict):
        return [_value(one, depth + 1) for one in objects(inner.get("values"))]
    if kind == "kvlistValue" and isinstance(inner, dict):
        return {str(one.get("key")): _value(one.get("value"), depth + 1) for one in objects(inner.get("values"))}
    return None if isinstance(inner, dict | list) else inner
