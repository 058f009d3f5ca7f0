"""Times as logs write them: seconds, milliseconds, microseconds or nanoseconds since 1970, as number or string, or ISO 8601."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

UNITS = ((1e11, 1), (1e14, 1e3), (1e17, 1e6), (1e20, 1e9))
"""(numbers below this, how many make a second). Seconds below 1e11 reach to the year 5138, milliseconds above it begin in 1973."""


def utc(value: Any) -> str | None:
    """The time as "2026-12-01T10:00:00Z", cut to the second so that times order as text; None for what is no time.

    A time without a zone is taken as UTC.
    """
    if isinstance(value, bool) or value is None:
        return None
    try:
        moment = _moment(value)
        if moment is None:
            return None
        moment = moment if moment.tzinfo is UTC else moment.astimezone(UTC)
        return moment.isoformat(timespec="seconds")[:-6] + "Z"
    except (ValueError, OverflowError, OSError):
        return None


def _moment(value: Any) -> datetime | None:
    if isinstance(value, int | float):
        return _since_1970(float(value))
    if not isinstance(value, str):
        return None
    text = value.strip()
    number = None if text[4:5] == "-" else _number(text)
    if number is None or len(text) <= 8:
        parsed = datetime.fromisoformat(text)
        return parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)
    return _since_1970(number)


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _since_1970(number: float) -> datetime | None:
    for limit, per_second in UNITS:
        if 0 <= number < limit:
            return datetime.fromtimestamp(number / per_second, UTC)
    return None
