"""Lines that replace others are dated after them: of one second, the order of two lines is an accident of their bytes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, timedelta
from typing import TypeVar

from goldkit.records import Copy
from goldkit.store.moments import moment, time_of
from goldkit.store.pairs import by_tool, ends

R = TypeVar("R")
STEP = timedelta(milliseconds=1)


def stamp(now: str, previous: Iterable[str]) -> str:
    """`now`, or a millisecond after the latest of `previous` where that is not before `now`.

    So each line of a judge is later than the one before, although times count whole seconds and clocks are set back.
    """
    latest = max(previous, key=moment, default=None)
    time = None if latest is None else time_of(latest)
    if latest is None or time is None or moment(latest)[0] < moment(now)[0]:
        return now
    try:
        after = time.astimezone(UTC) + STEP
    except OverflowError:  # the last millisecond of the year 9999
        return now
    return after.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def dated(records: Iterable[R], before: Iterable[Copy]) -> list[R]:
    """Pair lines, each later than those that it replaces: the ones about its pair by goldkit, or by people where a person speaks.

    before: the lines that are there already. What replaces nothing, and anything but a Copy, is left as it is.
    """
    times: dict[tuple[str, str, bool], list[str]] = defaultdict(list)
    for copy in before:
        times[_side(copy)].append(copy.at)
    found: list[R] = []
    for record in records:
        if isinstance(record, Copy):
            earlier = times[_side(record)]
            earlier.append(stamp(record.at, earlier))
            found.append(replace(record, at=earlier[-1]))
        else:
            found.append(record)
    return found


def _side(copy: Copy) -> tuple[str, str, bool]:
    return (*ends(copy), by_tool(copy))
