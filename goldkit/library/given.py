"""What a program gives the library: places as text or Path, a golden directory by its place, times as text or datetime."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import get_args

from goldkit.errors import UsageError
from goldkit.store.golden import GoldenDirectory
from goldkit.store.moments import time_of

Place = str | Path
Golden = Place | GoldenDirectory
"""A golden directory, by its place or opened; one that is opened keeps what a reader should be told in its `notices`."""
Time = str | datetime


def path_of(given: Place | None) -> Path | None:
    """A path, None for none."""
    return None if given is None else Path(given)


def paths_of(given: Place | Iterable[Place]) -> list[Path]:
    """Paths, of one or several."""
    return [Path(one) for one in ([given] if isinstance(given, str | Path) else given)]


def texts_of(given: str | Iterable[str]) -> tuple[str, ...]:
    """Several texts, where one may stand alone."""
    return (given,) if isinstance(given, str) else tuple(given)


def directory_of(golden: Golden) -> GoldenDirectory:
    """A golden directory, whether it is there yet or not."""
    return golden if isinstance(golden, GoldenDirectory) else GoldenDirectory(golden)


def opened(golden: Golden) -> GoldenDirectory:
    """A golden directory that is there. Raises UsageError where it is not, DataError where a newer goldkit wrote it."""
    return golden if isinstance(golden, GoldenDirectory) else GoldenDirectory.open(golden)


def time_text(at: Time) -> str:
    """A time as goldkit writes it, such as "2026-12-01T10:00:00Z"; a text stays as it is.

    Raises UsageError for a text that is no time, and a datetime without a zone, which could be any.
    """
    if isinstance(at, datetime):
        if at.tzinfo is None:
            raise UsageError(f"at={at!r} has no zone: pass datetime.now(UTC)")
        return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    if time_of(at) is None:
        raise UsageError(f"at={at!r} is no ISO 8601 time such as 2026-12-01T10:00:00Z")
    return at


def burning_time(burn: bool, at: Time | None) -> str:
    """The time at which queries of a frozen set are shown; "" where none are. Raises UsageError for burning without a time."""
    if not burn:
        return ""
    if at is None:
        raise UsageError("burn=True is recorded with its time: pass at='2026-12-01T10:00:00Z', the time now")
    return time_text(at)


def at_least(name: str, number: int, least: int = 1) -> int:
    """The number. Raises UsageError where it is below the least that makes sense."""
    if number < least:
        raise UsageError(f"{name}={number}: at least {least} is expected")
    return number


def one_of(name: str, value: str, choices: object) -> None:
    """Raise UsageError for a value that is none of the texts of a Literal."""
    if value not in get_args(choices):
        raise UsageError(f"{name}={value!r}: expected one of {', '.join(get_args(choices))}")
