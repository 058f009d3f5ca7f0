"""One OpenInference span, from whichever export: Phoenix's REST API, its data frames, or a nested dump."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from goldkit.logs.flatten import flatten
from goldkit.logs.interactions import Place
from goldkit.logs.passages import as_id, chunk_id, passage_text, passages, source_of
from goldkit.logs.payload import question_in
from goldkit.logs.times import utc
from goldkit.logs.tolerant import decoded
from goldkit.records import JSON

KIND = "openinference.span.kind"
RETRIEVED = "retrieval.documents"
RERANKED = "reranker.output_documents"
_WITHOUT_METADATA = {"id", "content"}
DOCUMENT = re.compile(r"(\d+)\.document\.(id|content|metadata)(?:\.(.+))?")


class Document(Struct, frozen=True):
    """A retrieved document; id is None where the span names none. document: the file or page it is from."""

    id: str | None
    text: str | None
    document: str | None = None


class Span(Struct, frozen=True):
    """One span. attributes: flat, without the leading `attributes.`."""

    place: Place
    trace: str
    id: str
    parent: str | None
    kind: str
    start: str | None
    attributes: Mapping[str, Any]

    def documents(self, prefix: str = RETRIEVED) -> list[Document]:
        """The documents under a prefix, in rank order. An id that no attribute holds is looked for in the span's output."""
        rows: dict[int, dict[str, Any]] = {}
        start = f"{prefix}."
        for key, value in self.attributes.items():
            if key.startswith(start) and (found := _field(key[len(start) :])):
                rows.setdefault(found[0], {})[found[1]] = value
        ids = self._output_ids() if rows and any("id" not in row for row in rows.values()) else []
        return [_document(row, ids[at] if at < len(ids) else None) for at, row in sorted(rows.items())]

    def _output_ids(self) -> list[str | None]:
        """The ids that the recorded output holds, by rank: some instrumentors put them only there."""
        output = decoded(self.attributes.get("output.value"))
        if not isinstance(output, dict | list):
            return []
        return [chunk_id(item) if isinstance(item, dict) else None for item in passages(output)]


@lru_cache(maxsize=4096)
def _field(key: str) -> tuple[int, str] | None:
    """The position of a document and the name of its field that a key stands for. All spans have the same few keys."""
    found = DOCUMENT.fullmatch(key)
    if found is None:
        return None
    at, name, inner = found.groups()
    return int(at), f"{name}.{inner}" if inner else name


def attributes_of(asked: Any, gave: Any, session: Any = None, user: Any = None) -> dict[str, Any]:
    """The attributes of a span that another tracer recorded. asked, gave: its input and output, as text or JSON.

    Of a prompt only its question is kept: it repeats the passages, and nothing else is asked of it.
    """
    question = None if isinstance(asked, str) else question_in(asked)
    if question is not None and question[0] not in "{[":  # which would be opened once more
        asked = question
    return {"input.value": asked, "output.value": gave, "session.id": as_id(session), "user.id": as_id(user)}


def document_rows(found: Any) -> dict[str, Any]:
    """The attributes of retrieved documents that a tracer records in another way: a list of them, or an object around it.

    A string among them is a text where it has white space in it, else an id.
    """
    rows: dict[str, Any] = {}
    for at, one in enumerate(passages(found)):
        if isinstance(one, dict):
            values = {"id": chunk_id(one), "content": passage_text(one), "metadata": {"source": source_of(one)}}
        elif isinstance(one, str):
            values = {"content": one} if len(one.split()) > 1 else {"id": one}
        else:
            continue
        rows |= {f"{RETRIEVED}.{at}.document.{name}": value for name, value in values.items()}
    return rows


_OWN = "attributes."
PACKED = ("trace", "id", "parent", "kind", "start", "attributes")


def span_of(record: JSON, place: Place) -> Span | None:
    """The span of a record; None where it has no span id or no kind, and so is none."""
    flat = flatten(record)
    attributes = {key[len(_OWN) :]: value for key, value in flat.items() if key.startswith(_OWN)}
    kind = attributes.get(KIND) or flat.get("span_kind") or flat.get(KIND)
    name = as_id(_first(flat, "context.span_id", "span_id", "spanId"))
    if name is None or not isinstance(kind, str):
        return None
    return Span(
        place=place,
        trace=as_id(_first(flat, "context.trace_id", "trace_id", "traceId")) or name,
        id=name,
        parent=as_id(_first(flat, "parent_id", "parent_span_id", "parentSpanId")),
        kind=kind.rpartition(".")[2].upper(),
        start=utc(_first(flat, "start_time", "startTime")),
        attributes=attributes,
    )


def packed(span: Span) -> JSON:
    """A span as JSON, without its place."""
    return {name: getattr(span, name) for name in PACKED}


def unpacked(record: JSON, place: Place) -> Span:
    """The span that was packed."""
    return Span(place, **record)


def both(one: Span, other: Span) -> Span | None:
    """One span out of two records of it, as its start and its end; None where the other says nothing that the first does not."""
    new = {
        key: value for key, value in other.attributes.items() if value is not None and one.attributes.get(key) is None
    }
    if not new:
        return None
    return replace(
        one, attributes={**one.attributes, **new}, parent=one.parent or other.parent, start=one.start or other.start
    )


def is_span(record: JSON) -> bool:
    """Whether a record is a span that tells its OpenInference kind."""
    return span_of(record, Place(0, 0)) is not None


def _document(row: Mapping[str, Any], from_output: str | None) -> Document:
    text = row.get("content")
    if row.keys() <= _WITHOUT_METADATA:
        return Document(as_id(row.get("id")) or from_output, text if isinstance(text, str) else None)
    metadata = decoded(row.get("metadata"))
    inner = metadata if isinstance(metadata, dict) else {}
    inner = inner | {key.removeprefix("metadata."): value for key, value in row.items() if key.startswith("metadata.")}
    named = as_id(row.get("id")) or from_output or chunk_id(inner)
    return Document(named, text if isinstance(text, str) else None, source_of(inner))


def _first(flat: Mapping[str, Any], *keys: str) -> Any:
    for key in keys:
        value = flat.get(key)
        if value is not None:
            return value
    return None
