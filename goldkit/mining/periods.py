"""When questions were asked, in a few periods of the calendar."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from goldkit.store.moments import time_of

NO_TIME = "no time"


def _quarter(time: datetime) -> str:
    return f"{time.year}-Q{(time.month + 2) // 3}"


def _week(time: datetime) -> str:
    year, week, _ = time.isocalendar()
    return f"{year}-W{week:02d}"


GRAINS: tuple[Callable[[datetime], str], ...] = (
    lambda time: f"{time:%Y-%m-%d}",
    _week,
    lambda time: f"{time:%Y-%m}",
    _quarter,
    lambda time: f"{time.year}",
)
"""Day, week, month, quarter, year."""


def periods(times: Mapping[str, str | None], most: int) -> dict[str, str]:
    """Id → period of its time, the finest of GRAINS that makes at most so many; "all" where even years are more."""
    moments = {name: time_of(time) if time else None for name, time in times.items()}
    for grain in GRAINS:
        found = {name: grain(moment) if moment else NO_TIME for name, moment in moments.items()}
        if len({*found.values()} - {NO_TIME}) <= most:
            return found
    return {name: "all" if moment else NO_TIME for name, moment in moments.items()}
