"""How much of the logs is read, on a terminal: one line that is painted anew, with the time that is left."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from goldkit.cli.progress import Counter

MB = 1_000_000
SURE = 2.0
"""Seconds after which an estimate is worth saying."""


class Reading:
    """Told of bytes read; silent off a terminal. now: seconds since any moment; given by tests."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._counter = Counter("MB of log read", now) if sys.stderr.isatty() else None
        self._now, self._start = now, now()

    def show(self, done: int, whole: int) -> None:
        """done of `whole` bytes are read."""
        if self._counter is not None:
            self._counter.show(done // MB, whole // MB, left(self._now() - self._start, done, whole))

    def clear(self) -> None:
        """Make room for the next line of words."""
        if self._counter is not None:
            self._counter.clear()


def left(spent: float, done: int, whole: int) -> str:
    """How long the rest takes if it goes on as it did; "" where that cannot be told yet."""
    if spent < SURE or not done or done >= whole:
        return ""
    seconds = round(spent * (whole - done) / done)
    if seconds < 60:
        return f", about {max(1, seconds)} s left"
    minutes = round(seconds / 60)
    return f", about {minutes} min left" if minutes < 60 else f", about {minutes // 60} h {minutes % 60:02} min left"
