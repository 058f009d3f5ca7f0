"""The one place that looks at the clock."""

from __future__ import annotations

import os
from datetime import UTC, datetime

from goldkit.errors import UsageError


def now() -> str:
    """The time as "2026-12-01T10:00:00Z": GOLDKIT_NOW where set, else the clock. Raises UsageError when GOLDKIT_NOW is no time."""
    given = os.environ.get("GOLDKIT_NOW")
    if not given:
        return _zulu(datetime.now(UTC))
    try:
        parsed = datetime.fromisoformat(given)
        return _zulu(parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC))
    except (ValueError, OverflowError) as error:
        raise UsageError(f"GOLDKIT_NOW={given!r} is no ISO 8601 time such as 2026-12-01T10:00:00Z") from error


def _zulu(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
