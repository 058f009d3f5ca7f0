"""One pace for all workers: a minute's budget of calls, and a pause for all of them when the endpoint asks one to wait."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

SPACING = 0.1
"""After a pause, calls are spaced by this part of it …"""
LARGEST_SPACING = 2.0
"""… but by no more seconds than this."""


class Pace:
    """Call `wait` before each call, `hold` when the endpoint says "too many", `ease` when a call went well, `stop` to end it all.

    rpm, tpm: calls and tokens a minute at most, None for no limit. A call's tokens are those that it may take; `correct` says how
    many it took. After a `hold` calls are also spaced; every `ease` halves that spacing.
    now, sleep: seconds since any moment, and waiting for some; given by tests.
    """

    def __init__(
        self,
        rpm: float | None = None,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], object] | None = None,
        tpm: float | None = None,
    ) -> None:
        self._least = 60 / rpm if rpm else 0.0
        self._token = 60 / tpm if tpm else 0.0
        self._extra = 0.0
        self._next = 0.0
        self._held = 0.0
        self._stopped = threading.Event()
        self._now, self._sleep = now, sleep or self._stopped.wait
        self._lock = threading.Lock()

    @property
    def stopped(self) -> bool:
        """Whether nobody is to call any more."""
        return self._stopped.is_set()

    def stop(self) -> None:
        """Nobody calls any more; those who wait are woken."""
        self._stopped.set()

    def wait(self, tokens: float = 0.0) -> None:
        """Take the next free moment for a call and wait for it, or until `stop`; a pause that begins meanwhile counts too.

        tokens: what the call may take, so that the next one comes so much later.
        """
        with self._lock:
            moment = max(self._now(), self._next, self._held)
            self._next = moment + max(self._least, tokens * self._token) + self._extra
        while not self.stopped and (delay := max(moment, self._held) - self._now()) > 0:
            self._sleep(delay)

    def correct(self, tokens: float, used: float) -> None:
        """A call for which so many tokens were reserved used another number: those who come next wait by that much less or more."""
        with self._lock:
            due = max(self._least, tokens * self._token) - max(self._least, used * self._token)
            self._next -= due

    def hold(self, seconds: float) -> None:
        """Nobody calls for that long; afterwards calls are spaced a little until they go well."""
        with self._lock:
            self._held = max(self._held, self._now() + seconds)
            self._extra = min(LARGEST_SPACING, max(self._extra, seconds * SPACING))

    def ease(self) -> None:
        """A call went well: halve the extra spacing."""
        with self._lock:
            self._extra = self._extra / 2 if self._extra > 0.01 else 0.0
