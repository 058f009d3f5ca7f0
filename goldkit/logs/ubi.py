"""OpenSearch User Behavior Insights: query records and events, in files of their own or in one bulk file.

Events join their query by `query_id`. One search sends several query records where the page asks for facets too: those of one
query id and text are one search. A click, add-to-cart or purchase counts once a search and chunk, and so does a copy.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from goldkit.logs.interactions import Click, Interaction, Place, Shown
from goldkit.logs.log_file import LogFile
from goldkit.logs.passages import as_id
from goldkit.logs.reader import LogReader
from goldkit.logs.tally import Tally
from goldkit.logs.times import utc
from goldkit.logs.ubi_events import (
    CLICKS,
    COPIES,
    IMPRESSIONS,
    SEARCHES,
    Event,
    application_of,
    event_of,
    lowest,
    text_of,
)
from goldkit.records import JSON
from goldkit.results.mine import Position

BULK = frozenset({"index", "create", "update", "delete"})


@dataclass(slots=True)
class _Search:
    """What is known about one (query id, text). ordinals: chunk → (position as logged, place)."""

    text: str
    place: Place
    application: str
    time: str | None
    user: str | None
    session: str | None = None
    hits: dict[str, int] = field(default_factory=dict)
    ordinals: dict[str, tuple[int | None, Place]] = field(default_factory=dict)
    clicks: dict[tuple[str, str], Click] = field(default_factory=dict)


_Searches = dict[tuple[str, str], _Search]


def recognises(records: Sequence[JSON]) -> bool:
    """Whether any of the records is a UBI query or event."""
    return any(_is_query(record) or _is_event(record) for record in map(_source, records))


def read(files: Sequence[LogFile], mapping: Mapping[str, str]) -> Iterator[Interaction]:
    """One interaction a (query id, text), in the order of the files. Position bases are told from each application's ordinals."""
    searches: _Searches = {}
    events: list[tuple[LogFile, Event]] = []
    for file in files:
        queries = []
        for line, record in file.records():
            record = _source(record)
            if _is_event(record):
                file.tally.kinds["event"] += 1
                events.append((file, event_of(record, file.place(line))))
            elif _is_query(record):
                file.tally.kinds["query record"] += 1
                queries.append((as_id(record.get("query_id")), record.get("user_query")))
                _add_query(searches, record, file, line)
            elif not _is_action(record):
                file.tally.kinds["other record"] += 1
                file.tally.drop("neither a UBI query nor an event", line)
        if queries:
            file.tally.distinct = {
                "query id": _distinct(one for one, _ in queries),
                "text": _distinct(one for _, one in queries),
            }
    texts: dict[str, list[str]] = defaultdict(list)
    for query_id, text in searches:
        texts[query_id].append(text)
    for file, event in events:
        _add_event(searches, texts, event, file)
    bases = _bases(events)
    for (query_id, _), search in searches.items():
        yield _interaction(query_id, search, bases.get(search.application, 1))


def _distinct(values: Iterable[Any]) -> int:
    return len({value for value in values if isinstance(value, str)})


def _add_query(searches: _Searches, record: JSON, file: LogFile, line: int) -> None:
    hits = _hits(record, file.tally, line)
    text = text_of(record.get("user_query"))
    query_id = as_id(record.get("query_id")) or as_id(record.get("query_response_id"))
    if text is None or query_id is None:
        file.tally.drop(f"query record without a {'text' if text is None else 'query id'}", line)
        return
    time = utc(record.get("timestamp"))
    if time is None:
        file.tally.note("query record without a readable time", line)
    if (query_id, text) in searches:
        file.tally.note("query record of a search already seen (same query id and text): one search", line)
    new = _Search(text, file.place(line), application_of(record), time, as_id(record.get("client_id")))
    search = searches.setdefault((query_id, text), new)
    for rank, chunk in enumerate(hits, 1):
        search.hits[chunk] = min(rank, search.hits.get(chunk, rank))


def _hits(record: JSON, tally: Tally, line: int) -> list[str]:
    hits = record.get("query_response_hit_ids")
    if not isinstance(hits, list):
        tally.note("query record without hit ids (key absent)", line)
        return []
    if not hits:
        tally.note("query record with an empty list of hit ids", line)
    return [chunk for chunk in map(as_id, hits) if chunk is not None]


def _add_event(searches: _Searches, texts: Mapping[str, list[str]], event: Event, file: LogFile) -> None:
    line = event.place.line
    if event.action not in CLICKS | COPIES | IMPRESSIONS | SEARCHES:
        file.tally.drop(f"event `{event.action}` says nothing about a chunk", line)
        return
    if event.query_id is None:
        file.tally.drop("event without a query id", line)
        return
    known = texts.get(event.query_id, [])
    text = event.text or (known[0] if len(known) == 1 else None)
    if text is None:
        several = (
            "with several texts, and no text of its own"
            if known
            else "without a usable query record, and no text of its own"
        )
        file.tally.drop(f"event of a query id {several}", line)
        return
    if event.chunk is None and event.action not in SEARCHES:
        file.tally.drop(f"event `{event.action}` without an object id", line)
        return
    search = searches.setdefault(
        (event.query_id, text), _Search(text, event.place, event.application, event.time, event.user)
    )
    search.session = search.session or event.session
    if event.chunk is not None and event.action in IMPRESSIONS:
        search.ordinals.setdefault(event.chunk, (event.ordinal, event.place))
    elif event.chunk is not None and event.action in CLICKS | COPIES:
        _add_click(search, event, event.chunk)
        search.ordinals.setdefault(event.chunk, (event.ordinal, event.place))


def _add_click(search: _Search, event: Event, chunk: str) -> None:
    """A click counts once a kind, at its first place; of several times spent on one result the longest is kept."""
    kind: Literal["click", "copy"] = "copy" if event.action in COPIES else "click"
    click = search.clicks.setdefault((chunk, kind), Click(chunk, event.place, kind, event.dwell))
    if event.dwell is not None and event.dwell > (click.dwell or 0):
        search.clicks[chunk, kind] = replace(click, dwell=event.dwell)


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
        clicked=tuple(search.clicks.values()),
    )


def _bases(events: list[tuple[LogFile, Event]]) -> dict[str, int]:
    """Application → where its positions begin, 0 where any position 0 was logged; stated in the file that first shows it."""
    ordinals: dict[str, Counter[int]] = defaultdict(Counter)
    first: dict[str, LogFile] = {}
    for file, event in events:
        if event.action in CLICKS | COPIES | IMPRESSIONS and event.ordinal is not None:
            ordinals[event.application][event.ordinal] += 1
            first.setdefault(event.application, file)
    bases = {}
    for application, counts in ordinals.items():
        bases[application] = lowest(counts)
        first[application].tally.positions.append(Position(application, bases[application], counts.total()))
    return bases


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


READER = LogReader("ubi", "OpenSearch UBI queries and events", recognises, read)
