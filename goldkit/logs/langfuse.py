"""Langfuse: batch exports of traces and observations (JSON lines, JSON, CSV), trace downloads, blob exports in snake_case.

An observation of type RETRIEVER is a retrieval; so is one of an older type whose output is a list of documents. The row of the
trace is around all of its observations and has the question and the answer. A score is a column of lists in batch exports, a
row of its own elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from goldkit.logs.annotations import NO_PERSON, Annotation, scale
from goldkit.logs.feedback import given, thumb
from goldkit.logs.fields import objects
from goldkit.logs.interactions import Interaction, Place
from goldkit.logs.langfuse_rows import field, is_observation, is_score, is_trace, parts, unquoted
from goldkit.logs.log_file import LogFile
from goldkit.logs.passages import as_id
from goldkit.logs.person import by_person, unsaid
from goldkit.logs.reader import LogReader
from goldkit.logs.spans import RETRIEVER, TRACE, Span, documents_in, span
from goldkit.logs.times import utc
from goldkit.logs.tolerant import decoded
from goldkit.logs.traced import Told, Tracer, read_traces
from goldkit.records import JSON

OWN_LISTS = frozenset({"tags", "comments", "observations", "scores", "input", "output", "metadata"})
"""Columns of lists that are no scores."""
TEXTS = frozenset({"TEXT", "CORRECTION"})
"""Kinds of scores that are no verdict."""


def recognises(records: Sequence[JSON]) -> bool:
    """Whether any of the records is a trace, an observation or a score of Langfuse."""
    return any(is_trace(one) or is_observation(one) or is_score(one) for record in records for one in parts(record))


def read(files: Sequence[LogFile], mapping: Mapping[str, str]) -> Iterator[Interaction]:
    """As read_traces. Traces, observations and scores of all files are joined."""
    return read_traces(files, TRACER)


def _told(record: JSON, place: Place) -> list[Told]:
    told: list[Told] = []
    for one in map(unquoted, parts(record)):
        if is_observation(one):
            told += _observation(one, place)
        elif is_score(one):
            told.append(_score(one, place))
        elif is_trace(one):
            told += _trace(one, place)
    return told


def _trace(row: JSON, place: Place) -> list[Told]:
    name = as_id(row.get("id"))
    if name is None:
        return []
    return [_span(row, place, name, None, TRACE), *_columns(row, place, None, name)]


def _observation(row: JSON, place: Place) -> list[Told]:
    name, trace = as_id(row.get("id")), as_id(field(row, "traceId"))
    if name is None or trace is None:
        return []
    kind = str(row.get("type")).upper()
    if kind not in (RETRIEVER, "GENERATION", "EMBEDDING") and _documents(row.get("output")):
        kind = RETRIEVER
    parent = as_id(field(row, "parentObservationId")) or trace
    return [_span(row, place, trace, parent, kind, name), *_columns(row, place, name, trace)]


def _span(row: JSON, place: Place, trace: str, parent: str | None, kind: str, name: str | None = None) -> Span:
    gave = row.get("output")
    return span(
        place,
        trace,
        name or trace,
        parent,
        kind,
        utc(field(row, "startTime")) or utc(row.get("timestamp")),
        asked=row.get("input"),
        gave=gave,
        session=field(row, "sessionId"),
        user=field(row, "userId"),
        documents=documents_in(gave) if kind == RETRIEVER else (),
    )


def _documents(output: Any) -> bool:
    """Whether an output is a list of documents as LangChain records them."""
    found = objects(output)
    return bool(found) and all("page_content" in one or "pageContent" in one for one in found)


def _columns(row: JSON, place: Place, span: str | None, trace: str) -> Iterator[Annotation]:
    """The verdicts in the score columns of a row."""
    for name, value in row.items():
        if not value or not isinstance(value, str | list) or name in OWN_LISTS:
            continue
        values = decoded(value)
        if isinstance(values, list) and values:
            up = _agreed(values)
            person, (told, beyond) = by_person(name), _scale(name, values)
            if person or up is not None or beyond:
                by = None if person else unsaid(name, "score")
                yield Annotation(place, span, trace, up, None, True, by, told, beyond)


def _scale(name: str, values: list[Any]) -> tuple[str | None, bool]:
    scales = [scale(name, value) for value in values]
    return scales[0][0], any(beyond for _, beyond in scales)


def _agreed(values: list[Any]) -> bool | None:
    """The verdict of all values of a column; None where they differ, since the export does not say which came last."""
    found = {thumb(value, zero_is_down=True) for value in values if isinstance(value, str | int | float)}
    return found.pop() if len(found) == 1 else None


def _score(row: JSON, place: Place) -> Annotation:
    name, source = str(row.get("name")), str(row.get("source")).upper()
    text = field(row, "stringValue")
    up = thumb(text, zero_is_down=True) if given(text) else None
    up = thumb(row.get("value"), zero_is_down=True) if up is None and not given(text) else up
    if str(field(row, "dataType")).upper() in TEXTS:
        up = None
    by = NO_PERSON if source == "EVAL" else None
    if source != "ANNOTATION" and by is None and not by_person(name):
        by = unsaid(name, "score")
    told = (None, False) if given(text) else scale(name, row.get("value"))
    time = utc(field(row, "updatedAt")) or utc(row.get("timestamp")) or utc(field(row, "createdAt"))
    return Annotation(
        place, as_id(field(row, "observationId")), as_id(field(row, "traceId")), up, time, False, by, *told
    )


TRACER = Tracer(
    _told,
    advice="Langfuse traces alone hold no chunks: export the observations too (type RETRIEVER), and give both files at once.",
    noun="observation",
    verdict="score",
)
READER = LogReader("langfuse", "Langfuse traces, observations and scores", recognises, read)
