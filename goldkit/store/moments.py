"""Ordering times that were written in more than one way."""

from __future__ import annotations

from datetime import UTC, datetime


def moment(at: str) -> tuple[float, str]:
    """A key that sorts ISO 8601 times by the moment they name (UTC where no zone is given); what is no time sorts first."""
    try:
        parsed = datetime.fromisoformat(at)
    except ValueError:
        return (float("-inf"), at)
    return ((parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)).timestamp(), at)
