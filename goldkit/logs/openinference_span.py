"""A span by OpenInference's conventions, from whichever export: Phoenix's REST API, its data frames, or a nested dump."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from goldkit.logs.annotations import Annotation, inline_annotations
from goldkit.logs.flatten import flatten
from goldkit.logs.interactions import Place
from goldkit.logs.passages import as_id, chunk_id, passages, source_of
from goldkit.logs.spans import RERANKER, RETRIEVER, Document, Span, span
from goldkit.logs.times import utc
from goldkit.logs.tolerant import decoded
from goldkit.records import JSON

KIND = "openinference.span.kind"
LISTS = {RETRIEVER: "retrieval.documents", RERANKER: "reranker.output_documents"}
"""The kind of a span → where its documents stand."""
DOCUMENT = re.compile(r"(\d+)\.document\.(id|content|metadata)(?:\.(.+))?")
_OWN = "attributes."
_WITHOUT_METADATA = {"id", "content"}


class _Identity(NamedTuple):
    """What makes a record a span: its id and its kind. flat: all of the record's values by their paths."""

    name: str
    kind: str
    flat: dict[str, Any]


def is_span(record: JSON) -> bool:
    """Whether a record is a span that tells its kind."""
    return _identity(record) is not None


def spans_in(record: JSON, place: Place) -> list[Span | Annotation]:
    """The span of a record and the annotations that it carries itself; [] where it has no span id or no kind, and so is none."""
    found = _identity(record)
    if found is None:
        return []
    name, kind, flat = found
    own = {key[len(_OWN) :]: value for key, value in flat.items() if key.startswith(_OWN)}
    gave = own.get("output.value")
    one = span(
        place,
        as_id(_first(flat, "context.trace_id", "trace_id", "traceId")) or name,
        name,
        as_id(_first(flat, "parent_id", "parent_span_id", "parentSpanId")),
        kind,
        utc(_first(flat, "start_time", "startTime")),
        asked=own.get("input.value"),
        gave=gave,
        session=own.get("session.id"),
        user=own.get("user.id"),
        documents=_documents(own, f"{LISTS[kind]}.", gave) if kind in LISTS else (),
    )
    return [one, *inline_annotations(one, own)]


def _identity(record: JSON) -> _Identity | None:
    flat = flatten(record)
    kind = flat.get(_OWN + KIND) or flat.get("span_kind") or flat.get(KIND)
    name = as_id(_first(flat, "context.span_id", "span_id", "spanId"))
    return _Identity(name, kind.rpartition(".")[2].upper(), flat) if name and isinstance(kind, str) else None


def _documents(attributes: Mapping[str, Any], start: str, gave: Any) -> tuple[Document, ...]:
    """The documents under a path, in rank order. An id that no attribute holds is looked for in what the span gave."""
    rows: dict[int, dict[str, Any]] = {}
    for key, value in attributes.items():
        if key.startswith(start) and (found := _field(key[len(start) :])):
            rows.setdefault(found[0], {})[found[1]] = value
    ids = _ids_in(gave) if any("id" not in row for row in rows.values()) else []
    return tuple(_document(row, ids[at] if at < len(ids) else None) for at, row in sorted(rows.items()))


@lru_cache(maxsize=4096)
def _field(key: str) -> tuple[int, str] | None:
    """The position of a document and the name of its field that a key stands for. All spans have the same few keys."""
    found = DOCUMENT.fullmatch(key)
    if found is None:
        return None
    at, name, inner = found.groups()
    return int(at), f"{name}.{inner}" if inner else name


def _ids_in(gave: Any) -> Sequence[str | None]:
    """The ids that a recorded output holds, by rank: some instrumentors put them only there."""
    output = decoded(gave)
    if not isinstance(output, dict | list):
        return []
    return [chunk_id(item) if isinstance(item, dict) else None for item in passages(output)]


def _document(row: Mapping[str, Any], from_output: str | None) -> Document:
    text = row.get("content")
    text = text if isinstance(text, str) else None
    if row.keys() <= _WITHOUT_METADATA:
        return Document(as_id(row.get("id")) or from_output, text)
    metadata = decoded(row.get("metadata"))
    inner = metadata if isinstance(metadata, dict) else {}
    inner = inner | {key.removeprefix("metadata."): value for key, value in row.items() if key.startswith("metadata.")}
    return Document(as_id(row.get("id")) or from_output or chunk_id(inner), text, source_of(inner))


def _first(flat: Mapping[str, Any], *keys: str) -> Any:
    for key in keys:
        value = flat.get(key)
        if value is not None:
            return value
    return None
