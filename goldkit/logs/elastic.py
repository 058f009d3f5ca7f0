"""Elastic behavioural analytics: searches and clicks on their results.

No id ties a click to its search: it belongs to the latest search of its session that asked the same before it. A click that no
search precedes tells the question and the results itself. Further pages of a search are that search.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from goldkit.logs.fields import made_id, object_of, text_of
from goldkit.logs.flatten import flatten
from goldkit.logs.groups import Groups, Part
from goldkit.logs.interactions import Click, Interaction, Place, Shown
from goldkit.logs.log_file import LogFile
from goldkit.logs.passages import as_id
from goldkit.logs.reader import LogReader
from goldkit.logs.times import utc
from goldkit.records import JSON

SEARCH, CLICK = "search", "search_click"


@dataclass(slots=True)
class _Search:
    """One search as it grows. shown: document → its place in the ranking. clicks: document → where it was clicked first."""

    query: str
    event: JSON
    place: Place
    record: str
    shown: dict[str, Shown] = field(default_factory=dict)
    clicks: dict[str, Place] = field(default_factory=dict)


def recognises(records: Sequence[JSON]) -> bool:
    """Whether any of the records is an event of behavioural analytics."""
    return any(_action(flatten(_source(record))) is not None for record in records)


def read(files: Sequence[LogFile], mapping: Mapping[str, str]) -> Iterator[Interaction]:
    """One interaction a search, by session and time."""
    sessions = Groups()
    for file in files:
        for line, record in file.records():
            event = flatten(_source(record))
            action = _action(event)
            file.tally.kinds["other record" if action is None else f"{action} event"] += 1
            if action not in (SEARCH, CLICK):
                file.tally.drop(f"event `{action}` says nothing about a chunk" if action else "no event", line)
            elif text_of(event.get("search.query")) is None:
                file.tally.drop(f"event `{action}` without a query", line)
            else:
                named = as_id(event.get("session.id")) or as_id(event.get("user.id"))
                event["_id"] = as_id(record.get("_id"))
                sessions.add(named or f"\x1f{file.index}/{line}", action, event, file.place(line))
    for _, parts in sessions:
        for search in _searches(parts, files):
            yield _interaction(search)


def _source(record: JSON) -> JSON:
    """The document inside a search hit; other records as they are."""
    return object_of(record.get("_source")) or record


def _action(event: JSON) -> str | None:
    """What a flattened event says was done; None for what is no event of behavioural analytics."""
    action = event.get("event.action")
    own = any(event.get(key) is not None for key in ("search.query", "session.id", "user.id"))
    return action if isinstance(action, str) and action and "@timestamp" in event and own else None


def _searches(parts: list[Part], files: Sequence[LogFile]) -> list[_Search]:
    """The searches of a session, with their further pages and their clicks."""
    searches: list[_Search] = []
    latest: dict[str, _Search] = {}
    for part in sorted(parts, key=_moment):
        query, (start, size) = text_of(part.record["search.query"]) or "", _page(part.record)
        before = latest.get(query)
        if part.kind == CLICK:
            chunk = _clicked(part.record)
            if chunk is None:
                files[part.place.file].tally.drop("click without a document id", part.place.line)
                continue
            if before is None:
                files[part.place.file].tally.note(
                    "click that no search precedes: it tells the question itself", part.place.line
                )
                before = latest[query] = _new(part, query)
                searches.append(before)
            if not before.shown:
                _show(before, part, start, size)
            before.clicks.setdefault(chunk, part.place)
        elif before is not None and start:
            _show(before, part, start, size)
        else:
            latest[query] = _new(part, query)
            searches.append(latest[query])
            _show(latest[query], part, start, size)
    return searches


def _moment(part: Part) -> tuple[str, str, bool]:
    """Events by time, to the fraction of a second that `utc` cuts; of one moment searches first."""
    logged = part.record.get("@timestamp")
    return utc(logged) or "", str(logged), part.kind == CLICK


def _new(part: Part, query: str) -> _Search:
    made = made_id(as_id(part.record.get("session.id")), part.kind, query, str(part.record.get("@timestamp")))
    return _Search(query, part.record, part.place, part.record["_id"] or made)


def _page(event: JSON) -> tuple[int, int | None]:
    """How many pages come before an event's results (pages count from 1), and how long a page is where it says so."""
    current, size = _count(event.get("search.page.current")), _count(event.get("search.page.size"))
    return max((current or 1) - 1, 0), size


def _count(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _show(search: _Search, part: Part, start: int, size: int | None) -> None:
    """Add an event's results to those of a search. On a further page of unknown length their ranks are not known."""
    for at, (chunk, _) in enumerate(_items(part.record), 1):
        if chunk is not None:
            rank = None if start and size is None else start * (size or 0) + at
            place = None if part.place == search.place else part.place
            search.shown.setdefault(chunk, Shown(chunk, rank, place=place))


def _items(event: JSON) -> list[tuple[str | None, str | None]]:
    """(document id, URL) of every result of an event, best first."""
    steps = [key.split(".") for key in event if key.startswith("search.results.items.")]
    count = max((int(step[3]) + 1 for step in steps if step[3].isdecimal()), default=0)
    head = "search.results.items"
    return [
        (as_id(event.get(f"{head}.{at}.document.id")), as_id(event.get(f"{head}.{at}.page.url.original")))
        for at in range(count)
    ]


def _clicked(event: JSON) -> str | None:
    """The document clicked: its id, or that of the one result with its URL."""
    url = as_id(event.get("page.url.original"))
    found = {chunk for chunk, its in _items(event) if url is not None and its == url}
    return as_id(event.get("document.id")) or (found.pop() if len(found) == 1 else None)


def _interaction(search: _Search) -> Interaction:
    return Interaction(
        record=search.record,
        query=search.query,
        place=search.place,
        time=utc(search.event.get("@timestamp")),
        session=as_id(search.event.get("session.id")),
        user=as_id(search.event.get("user.id")),
        shown=tuple(search.shown.values()),
        clicked=tuple(Click(chunk, place) for chunk, place in search.clicks.items()),
    )


READER = LogReader(
    "elastic",
    "Elastic behavioural analytics events",
    recognises,
    read,
    clicks=True,
    bare="No event names a document: let the tracker send search.results.items, and export search_click too.",
)
