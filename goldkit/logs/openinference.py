"""OpenInference spans as Phoenix exports them, with their annotations: see goldkit.logs.traced for how they are read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from goldkit.logs.annotations import annotation_of, is_annotation
from goldkit.logs.interactions import Interaction, Place
from goldkit.logs.log_file import LogFile
from goldkit.logs.openinference_span import is_span, spans_in
from goldkit.logs.otlp import is_otlp, otlp_items
from goldkit.logs.reader import LogReader
from goldkit.logs.traced import Told, Tracer, read_traces
from goldkit.records import JSON


def recognises(records: Sequence[JSON]) -> bool:
    """Whether any of the records is a span of a known kind or an annotation of a span."""
    opened = [inner for record in records for inner in _opened(record)]
    return any(is_span(record) or is_annotation(record) for record in opened)


def read(files: Sequence[LogFile], mapping: Mapping[str, str]) -> Iterator[Interaction]:
    """As read_traces. Spans and annotations of all files are joined."""
    return read_traces(files, TRACER)


def _told(whole: JSON, place: Place) -> list[Told]:
    told: list[Told] = []
    for record in _opened(whole):
        found = spans_in(record, place)
        if not found and is_annotation(record):
            found = [annotation_of(record, place)]
        told += found
    return told


def _opened(record: JSON) -> list[JSON]:
    """The records inside a page of an API's answer or a batch of OTLP; any other record alone."""
    if is_otlp(record):
        return otlp_items(record)
    inner = record.get("data")
    return [item for item in inner if isinstance(item, dict)] if isinstance(inner, list) else [record]


TRACER = Tracer(
    _told,
    advice="These spans hold no retrieval, so nothing tells which chunks were shown: instrument the retriever, or export "
    "its spans too (openinference.span.kind RETRIEVER).",
)
READER = LogReader(
    "openinference", "OpenInference spans and annotations, from Phoenix or as OTLP JSON", recognises, read
)
