"""LangSmith: runs, in rows of their own or nested, and feedback in a file of its own.

`session_id` of a run is its project; the user's session stands in `extra.metadata`. `feedback_stats` counts the feedback that the
feedback file lists: the newest verdict counts, once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from goldkit.logs.annotations import NO_PERSON, Annotation, scale
from goldkit.logs.feedback import thumb
from goldkit.logs.fields import object_of, objects
from goldkit.logs.interactions import Interaction, Place
from goldkit.logs.log_file import LogFile
from goldkit.logs.passages import as_id
from goldkit.logs.person import by_person, unsaid
from goldkit.logs.reader import LogReader
from goldkit.logs.spans import RETRIEVER, documents_in, span
from goldkit.logs.times import utc
from goldkit.logs.tolerant import decoded
from goldkit.logs.traced import Told, Tracer, read_traces
from goldkit.records import JSON

SESSIONS = ("session_id", "thread_id", "conversation_id")
"""Where `extra.metadata` names the user's session, as LangSmith's own threads do."""
USERS = ("user_id", "user")
MACHINES = frozenset({"model", "auto_eval", "code"})
"""Sources of feedback that no person gave."""
DEEPEST = 60
"""Child runs in child runs."""


def recognises(records: Sequence[JSON]) -> bool:
    """Whether any of the records is a run or its feedback."""
    return any(_is_run(record) or _is_feedback(record) for record in records)


def read(files: Sequence[LogFile], mapping: Mapping[str, str]) -> Iterator[Interaction]:
    """As read_traces. Runs and feedback of all files are joined."""
    return read_traces(files, TRACER)


def _told(record: JSON, place: Place) -> list[Told]:
    if _is_feedback(record):
        return [_feedback(record, place)]
    return list(_runs(record, place, None, None)) if _is_run(record) else []


def _is_run(record: JSON) -> bool:
    return isinstance(record.get("run_type"), str) and as_id(record.get("id")) is not None


def _is_feedback(record: JSON) -> bool:
    return "key" in record and ("run_id" in record or "trace_id" in record) and bool({"score", "value"} & record.keys())


def _runs(run: JSON, place: Place, trace: str | None, parent: str | None, depth: int = 0) -> Iterator[Told]:
    """A run, its feedback, and the runs inside it."""
    name = as_id(run.get("id"))
    if name is None or not isinstance(run.get("run_type"), str):
        return
    trace = as_id(run.get("trace_id")) or trace or name
    kind = run["run_type"].upper()
    metadata = object_of(object_of(run.get("extra")).get("metadata"))
    inputs, outputs = decoded(run.get("inputs")), decoded(run.get("outputs"))
    yield span(
        place,
        trace,
        name,
        as_id(run.get("parent_run_id")) or parent,
        kind,
        utc(run.get("start_time")),
        asked=inputs,
        gave=outputs,
        session=_first(metadata, SESSIONS),
        user=_first(metadata, USERS),
        documents=documents_in(_found(outputs)) if kind == RETRIEVER else (),
    )
    for key, stats in object_of(run.get("feedback_stats")).items():
        average = stats.get("avg") if isinstance(stats, dict) else None
        up, (score, beyond) = thumb(average, zero_is_down=True), scale(key, average)
        if up is not None or beyond:
            by = None if by_person(key) else unsaid(key, "feedback")
            yield Annotation(place, name, trace, up, None, True, by, score, beyond)
    if depth < DEEPEST:
        for child in objects(run.get("child_runs")):
            yield from _runs(child, place, trace, name, depth + 1)


def _found(outputs: Any) -> Any:
    """The documents in a retriever's outputs: under `documents`, or under `output` where a function was traced."""
    if isinstance(outputs, dict) and "documents" not in outputs and "output" in outputs:
        return outputs["output"]
    return outputs


def _feedback(row: JSON, place: Place) -> Annotation:
    key, source = str(row.get("key")), str(object_of(row.get("feedback_source")).get("type")).lower()
    value = row.get("value") if row.get("score") is None else row["score"]
    up = thumb(value, zero_is_down=True)
    by = NO_PERSON if source in MACHINES else None
    if source != "app" and by is None and not by_person(key):
        by = unsaid(key, "feedback")
    time = utc(row.get("modified_at")) or utc(row.get("created_at"))
    return Annotation(
        place, as_id(row.get("run_id")), as_id(row.get("trace_id")), up, time, False, by, *scale(key, value)
    )


def _first(values: JSON, names: Sequence[str]) -> Any:
    return next((values[name] for name in names if as_id(values.get(name)) is not None), None)


TRACER = Tracer(
    _told,
    advice="These runs hold no retrieval: root runs alone name no chunks. Export their child runs too (run_type retriever).",
    noun="run",
    verdict="feedback row",
)
READER = LogReader("langsmith", "LangSmith runs and feedback", recognises, read)
