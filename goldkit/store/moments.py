"""Times that were written in more than one way: read, and ordered."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


def moment(at: str) -> tuple[float, str]:
    """A key that sorts ISO 8601 times by the moment they name (UTC where no zone is given); what is no time sorts first.

    The moment is in whole microseconds since 1970, as far as a time is read: seconds as a float would lose some of them.
    """
    time = time_of(at)
    return (float("-inf") if time is None else (time - EPOCH) // MICROSECOND, at)


def time_of(at: str) -> datetime | None:
    """The time that an ISO 8601 text names, UTC where it has no zone; None for what is no time."""
    try:
        time = datetime.fromisoformat(at)
    except ValueError:
        return None
    return time if time.tzinfo else time.replace(tzinfo=UTC)
