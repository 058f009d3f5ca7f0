"""One event of User Behavior Insights: who did what with which object, as far as the record tells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from goldkit.logs.fields import object_of, text_of
from goldkit.logs.interactions import Place
from goldkit.logs.passages import as_id
from goldkit.logs.times import utc
from goldkit.records import JSON

CLICKS = frozenset(
    ["click", "item_click", "result_click", "product_click", "click_through", "add_to_cart", "purchase", "download"]
)
"""Actions that say the user took up a result."""
COPIES = frozenset({"copy", "copy_text", "copy_to_clipboard"})
"""Actions that say the user took text out of a result."""
DWELLS = frozenset({"dwell", "dwell_time"})
"""Actions that say how long the user stayed on a result that was taken up."""
IMPRESSIONS = frozenset({"impression", "impressions", "view"})
SEARCHES = frozenset({"search", "on_search"})
"""Actions that only say that the question was asked."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event. ordinal: the position as logged, whatever it counts from. dwell: seconds, None where not told."""

    place: Place
    action: str
    application: str
    query_id: str | None
    text: str | None
    chunk: str | None
    ordinal: int | None
    time: str | None
    session: str | None
    user: str | None
    dwell: float | None = None


NO_ORDINAL = 1 << 63
"""From here on a number is no position, and none that a group of records keeps as a number."""
PACKED = ("action", "application", "query_id", "text", "chunk", "ordinal", "time", "session", "user", "dwell")


def event_of(record: JSON, place: Place) -> Event:
    """The event of a record. Fields that are absent, null or of another type than the schema's are None."""
    attributes = object_of(record.get("event_attributes"))
    return Event(
        place=place,
        action=str(record.get("action_name")),
        application=application_of(record),
        query_id=as_id(record.get("query_id")),
        text=text_of(record.get("user_query")),
        chunk=as_id(object_of(attributes.get("object")).get("object_id")),
        ordinal=_ordinal(object_of(attributes.get("position")).get("ordinal")),
        time=utc(record.get("timestamp")),
        session=as_id(record.get("session_id")) or as_id(attributes.get("session_id")),
        user=as_id(record.get("client_id")) or as_id(record.get("user_id")),
        dwell=_seconds(record.get("dwell_time")) or _seconds(attributes.get("dwell_time")),
    )


def packed(event: Event) -> JSON:
    """An event as JSON, without its place."""
    return {name: getattr(event, name) for name in PACKED}


def application_of(record: JSON) -> str:
    """The application a record names."""
    return str(record.get("application") or "unnamed")


def _seconds(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) and value > 0 else None


def _ordinal(value: Any) -> int | None:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < NO_ORDINAL else None
