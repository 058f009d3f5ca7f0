"""OpenSearch User Behavior Insights: query records and events, in files of their own or in one bulk file.

Events join their query by `query_id`. One search sends several query records where the page asks for facets too: those of one
query id and text are one search. A click, add-to-cart or purchase counts once a search and chunk, and so does a copy.
A dwell event tells how long the user stayed on what was clicked; of several stays the longest is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from msgspec.structs import replace

from goldkit.files.hash_index import HashIndex, hash64
from goldkit.logs.fields import text_of
from goldkit.logs.groups import Groups, Part
from goldkit.logs.interactions import Click, Interaction, Place, Shown
from goldkit.logs.log_file import LogFile
from goldkit.logs.passages import as_id
from goldkit.logs.positions import Positions
from goldkit.logs.reader import LogReader
from goldkit.logs.tally import Tally
from goldkit.logs.times import utc
from goldkit.logs.ubi_events import (
    CLICKS,
    COPIES,
    DWELLS,
    IMPRESSIONS,
    SEARCHES,
    Event,
    application_of,
    event_of,
    packed,
)
from goldkit.records import JSON

BULK = frozenset({"index", "create", "update", "delete"})


@dataclass(slots=True)
class _Search:
    """What is known about one (query id, text). ordinals: chunk → (position as logged, place). dwells: chunk → longest stay."""

    text: str
    place: Place
    application: str
    time: str | None
    user: str | None
    session: str | None = None
    hits: dict[str, int] = field(default_factory=dict)
    ordinals: dict[str, tuple[int | None, Place]] = field(default_factory=dict)
    clicks: dict[tuple[str, str], Click] = field(default_factory=dict)
    dwells: dict[str, float] = field(default_factory=dict)


_Searches = dict[str, _Search]
"""Of one query id: text → search."""
QUERY, EVENT = "query record", "event"


def recognises(records: Sequence[JSON]) -> bool:
    """Whether any of the records is a UBI query or event."""
    return any(_is_query(record) or _is_event(record) for record in map(_source, records))


def read(files: Sequence[LogFile], mapping: Mapping[str, str]) -> Iterator[Interaction]:
    """One interaction a (query id, text), query ids as they are met. Position bases are told from each application's ordinals."""
    groups, positions = Groups(), Positions()
    for file in files:
        distinct = {"query id": HashIndex(), "text": HashIndex()}
        for line, record in file.records():
            record = _source(record)
            if _is_event(record):
                file.tally.kinds[EVENT] += 1
                _take_event(record, file, file.place(line), groups, positions)
            elif _is_query(record):
                file.tally.kinds[QUERY] += 1
                _count(distinct, as_id(record.get("query_id")), record.get("user_query"))
                _take_query(record, file, file.place(line), groups)
            elif not _is_action(record):
                file.tally.kinds["other record"] += 1
                file.tally.drop("neither a UBI query nor an event", line)
        if file.tally.kinds[QUERY]:
            file.tally.distinct = {what: len(found) for what, found in distinct.items()}
    bases = positions.bases()
    for query_id, parts in groups:
        for search in _searches(parts, files).values():
            yield _interaction(query_id, search, bases.get(search.application, 1))


def _count(distinct: Mapping[str, HashIndex], *values: Any) -> None:
    for found, value in zip(distinct.values(), values, strict=True):
        if isinstance(value, str):
            found.setdefault(hash64(value), 0)


def _take_query(record: JSON, file: LogFile, place: Place, groups: Groups) -> None:
    query_id = as_id(record.get("query_id")) or as_id(record.get("query_response_id"))
    hits = _hits(record, file.tally, place.line)
    text = text_of(record.get("user_query"))
    if text is None or query_id is None:
        file.tally.drop(f"query record without a {'text' if text is None else 'query id'}", place.line)
        return
    time = utc(record.get("timestamp"))
    if time is None:
        file.tally.note("query record without a readable time", place.line)
    known = {"text": text, "hits": hits, "application": application_of(record), "time": time}
    groups.add(query_id, QUERY, known | {"user": as_id(record.get("client_id"))}, place)


def _take_event(record: JSON, file: LogFile, place: Place, groups: Groups, positions: Positions) -> None:
    event = event_of(record, place)
    if event.action not in CLICKS | COPIES | DWELLS | IMPRESSIONS | SEARCHES:
        file.tally.drop(f"event `{event.action}` says nothing about a chunk", place.line)
        return
    if event.action not in SEARCHES | DWELLS and event.ordinal is not None:
        positions.count(event.application, event.ordinal, file.tally)
    if event.query_id is None:
        file.tally.drop("event without a query id", place.line)
    else:
        groups.add(event.query_id, EVENT, packed(event), place)


def _searches(parts: Sequence[Part], files: Sequence[LogFile]) -> _Searches:
    """The searches of one query id: those of its query records, then those that events alone tell of."""
    searches: _Searches = {}
    for part in parts:
        if part.kind == QUERY:
            _add_query(searches, part, files[part.place.file].tally)
    recorded = list(searches)
    for part in parts:
        if part.kind == EVENT:
            _add_event(searches, recorded, Event(part.place, **part.record), files[part.place.file].tally)
    return searches


def _add_query(searches: _Searches, part: Part, tally: Tally) -> None:
    record = part.record
    if record["text"] in searches:
        tally.note("query record of a search already seen (same query id and text): one search", part.place.line)
    new = _Search(record["text"], part.place, record["application"], record["time"], record["user"])
    search = searches.setdefault(record["text"], new)
    for rank, chunk in enumerate(record["hits"], 1):
        search.hits[chunk] = min(rank, search.hits.get(chunk, rank))


def _hits(record: JSON, tally: Tally, line: int) -> list[str]:
    hits = record.get("query_response_hit_ids")
    if not isinstance(hits, list):
        tally.note("query record without hit ids (key absent)", line)
        return []
    if not hits:
        tally.note("query record with an empty list of hit ids", line)
    return [chunk for chunk in map(as_id, hits) if chunk is not None]


def _add_event(searches: _Searches, recorded: Sequence[str], event: Event, tally: Tally) -> None:
    line = event.place.line
    text = event.text or (recorded[0] if len(recorded) == 1 else None)
    if text is None:
        several = "with several texts" if recorded else "without a usable query record"
        tally.drop(f"event of a query id {several}, and no text of its own", line)
        return
    if event.chunk is None and event.action not in SEARCHES:
        tally.drop(f"event `{event.action}` without an object id", line)
        return
    search = searches.setdefault(text, _Search(text, event.place, event.application, event.time, event.user))
    search.session = search.session or event.session
    if event.chunk is not None and event.dwell is not None and event.action in CLICKS | DWELLS:
        search.dwells[event.chunk] = max(event.dwell, search.dwells.get(event.chunk, 0.0))
    if event.chunk is not None and event.action in IMPRESSIONS:
        search.ordinals.setdefault(event.chunk, (event.ordinal, event.place))
    elif event.chunk is not None and event.action in CLICKS | COPIES:
        kind: Literal["click", "copy"] = "copy" if event.action in COPIES else "click"
        search.clicks.setdefault((event.chunk, kind), Click(event.chunk, event.place, kind))
        search.ordinals.setdefault(event.chunk, (event.ordinal, event.place))


def _interaction(record: str, search: _Search, base: int) -> Interaction:
    shown = {chunk: Shown(chunk, rank) for chunk, rank in search.hits.items()}
    for chunk, (ordinal, place) in search.ordinals.items():
        shown.setdefault(chunk, Shown(chunk, None if ordinal is None else max(1, ordinal - base + 1), None, place))
    return Interaction(
        record=record,
        query=search.text,
        place=search.place,
        time=search.time,
        session=search.session,
        user=search.user,
        shown=tuple(sorted(shown.values(), key=lambda one: (one.rank is None, one.rank or 0, one.chunk))),
        clicked=tuple(
            click if kind == "copy" else replace(click, dwell=search.dwells.get(chunk))
            for (chunk, kind), click in search.clicks.items()
        ),
    )


def _source(record: JSON) -> JSON:
    """The document inside a search hit or a dump line; other records as they are."""
    inner = record.get("_source")
    return inner if isinstance(inner, dict) else record


def _is_action(record: JSON) -> bool:
    """Whether this is a line of a bulk file that only says where the next one goes."""
    return len(record) == 1 and next(iter(record)) in BULK


def _is_event(record: JSON) -> bool:
    return "action_name" in record


def _is_query(record: JSON) -> bool:
    return "user_query" in record and ("query_id" in record or "query_response_id" in record)


READER = LogReader(
    "ubi",
    "OpenSearch UBI queries and events",
    recognises,
    read,
    clicks=True,
    bare="No query has hit ids and no event names a result: let the plugin fill query_response_hit_ids, or give the events too.",
)
