"""How long a server asks to be left alone."""

from __future__ import annotations

from collections.abc import Mapping
from email.utils import parsedate_to_datetime


def asked_wait(headers: Mapping[str, str]) -> float | None:
    """Seconds the endpoint asks to wait, from retry-after-ms or Retry-After (seconds or a date, read against its own Date).

    None where it asks for nothing that can be read.
    """
    for name, scale in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        value = headers.get(name)
        if value is None:
            continue
        try:
            seconds = float(value) / scale
        except ValueError:
            seconds = _until(value, headers.get("date"))
        if 0 <= seconds < float("inf"):
            return seconds
    return None


def _until(moment: str, now: str | None) -> float:
    """Seconds from one HTTP date to another, at least 0; NaN when either is none."""
    try:
        return max(0.0, (parsedate_to_datetime(moment) - parsedate_to_datetime(now or "")).total_seconds())
    except (ValueError, TypeError, OverflowError):  # the last for a time zone without end
        return float("nan")
