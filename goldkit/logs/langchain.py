"""LangChain's callbacks and event streams, one event a record: on_retriever_start, on_retriever_end, on_chain_end and so on.

What a run was asked and what it gave stand in two events, joined by its id. A run without the ids of all runs around it belongs to
the trace of the run it was started in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from goldkit.logs.fields import object_of
from goldkit.logs.interactions import Interaction, Place
from goldkit.logs.log_file import LogFile
from goldkit.logs.passages import as_id, passages
from goldkit.logs.reader import LogReader
from goldkit.logs.spans import RETRIEVER, documents_in, span
from goldkit.logs.times import utc
from goldkit.logs.tolerant import decoded
from goldkit.logs.traced import Told, Tracer, read_traces
from goldkit.records import JSON

EVENT = re.compile(r"on_(retriever|chain|llm|chat_model|tool|agent)_(start|end|error)")
PRINTED = re.compile(r"page_content='(?P<text>.*?)'(?: metadata=(?P<metadata>\{.*\}))?", re.DOTALL)
"""A document that was logged as the text Python prints for it."""
SOURCE = re.compile(r"'source': '([^']*)'")
ASKED, GAVE = (
    ("query", "inputs", "input", "input_str", "prompts", "messages"),
    ("documents", "outputs", "output", "response"),
)
SESSIONS, TIMES = (
    ("session_id", "thread_id", "conversation_id"),
    ("timestamp", "time", "ts", "created_at", "start_time"),
)


def recognises(records: Sequence[JSON]) -> bool:
    """Whether any of the records is an event of a run."""
    return any(_event(record) is not None for record in records)


def read(files: Sequence[LogFile], mapping: Mapping[str, str]) -> Iterator[Interaction]:
    """As read_traces. Runs of all files are joined."""
    return read_traces(files, Tracer(_Runs().told, advice=ADVICE, noun="event", verdict="verdict"))


class _Runs:
    """The runs that began and have not ended: id → the id of the outermost run around it."""

    def __init__(self) -> None:
        self._open: dict[str, str] = {}

    def told(self, record: JSON, place: Place) -> list[Told]:
        """The part of a run that an event tells."""
        event, run = _event(record), as_id(record.get("run_id"))
        if event is None or run is None:
            return []
        kind, moment = event[1].upper(), event[2]
        parents = _parents(record)
        trace = self._open.get(run) or (self._open.get(parents[0], parents[0]) if parents else run)
        if moment == "start":
            self._open[run] = trace
        else:
            self._open.pop(run, None)
        values, metadata = object_of(record.get("data")) or record, object_of(record.get("metadata"))
        gave = _first(values, GAVE)
        return [
            span(
                place,
                trace,
                run,
                parents[-1] if parents else None,
                kind,
                utc(_first(record, TIMES)),
                asked=_opened(_first(values, ASKED)),
                gave=_opened(gave),
                session=_first(metadata, SESSIONS),
                user=metadata.get("user_id"),
                documents=documents_in([_document(one) for one in passages(gave)]) if kind == RETRIEVER else (),
            )
        ]


def _event(record: JSON) -> re.Match[str] | None:
    name = record.get("event")
    return EVENT.fullmatch(name) if isinstance(name, str) and "run_id" in record else None


def _parents(record: JSON) -> list[str]:
    """The ids of the runs around a run, the outermost that is known first."""
    ids = record.get("parent_ids")
    found = [one for one in map(as_id, ids) if one is not None] if isinstance(ids, list) else []
    parent = as_id(record.get("parent_run_id"))
    return found or ([parent] if parent is not None else [])


def _document(value: Any) -> Any:
    """A document, be it an object, LangChain's serialised form, or what Python prints for it."""
    printed = PRINTED.fullmatch(value) if isinstance(value, str) else None
    if printed is None:
        return _opened(value)
    source = SOURCE.search(printed["metadata"] or "")
    return {"page_content": printed["text"], "source": source[1] if source else None}


def _opened(value: Any) -> Any:
    """The fields of an object that LangChain serialised; anything else as it is."""
    value = decoded(value)
    if isinstance(value, dict) and "lc" in value and isinstance(value.get("kwargs"), dict):
        return value["kwargs"]
    return value


def _first(values: JSON, names: Sequence[str]) -> Any:
    return next((values[name] for name in names if values.get(name) is not None), None)


ADVICE = "These events hold no retrieval: log on_retriever_start and on_retriever_end too."
READER = LogReader("langchain", "LangChain callbacks and streamed events", recognises, read)
