"""Ordering times that were written in more than one way."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


def moment(at: str) -> tuple[float, str]:
    """A key that sorts ISO 8601 times by the moment they name (UTC where no zone is given); what is no time sorts first.

    The moment is in whole microseconds since 1970, as far as a time is read: seconds as a float would lose some of them.
    """
    try:
        parsed = datetime.fromisoformat(at)
    except ValueError:
        return (float("-inf"), at)
    return (((parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)) - EPOCH) // MICROSECOND, at)
