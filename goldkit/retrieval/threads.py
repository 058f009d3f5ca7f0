"""Plain functions called from an event loop, each in a thread that can be left behind."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

Call = tuple[Callable[[], Any], asyncio.AbstractEventLoop, "asyncio.Future[tuple[Any, BaseException | None]]"]


class Threads:
    """As many threads as calls at the same time, kept for the next calls: a function may keep a connection for each.

    Python cannot stop a thread. A call that is cancelled goes on in its thread, which ends after it and serves no other; as a
    daemon it never keeps the process alive.
    """

    def __init__(self) -> None:
        self._idle: list[SimpleQueue[Call | None]] = []

    async def run(self, function: Callable[[], Any]) -> Any:
        """What the function returns; whatever it raises is raised here."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[tuple[Any, BaseException | None]] = loop.create_future()
        inbox = self._idle.pop() if self._idle else _start()
        inbox.put((function, loop, future))
        try:
            value, error = await future
        except asyncio.CancelledError:
            inbox.put(None)
            raise
        self._idle.append(inbox)
        if error is not None:
            raise error
        return value

    def close(self) -> None:
        """End the threads that wait for a call."""
        while self._idle:
            self._idle.pop().put(None)


def _start() -> SimpleQueue[Call | None]:
    inbox: SimpleQueue[Call | None] = SimpleQueue()
    threading.Thread(target=_serve, args=(inbox,), daemon=True, name="goldkit retrieve").start()
    return inbox


def _serve(inbox: SimpleQueue[Call | None]) -> None:
    while (call := inbox.get()) is not None:
        function, loop, future = call
        try:
            outcome: tuple[Any, BaseException | None] = (function(), None)
        except BaseException as error:  # noqa: BLE001  # the caller's own function may raise anything; it is raised there
            outcome = (None, error)
        with suppress(RuntimeError):  # the loop has ended: nobody waits any more
            loop.call_soon_threadsafe(_settle, future, outcome)


def _settle(future: asyncio.Future[Any], outcome: tuple[Any, BaseException | None]) -> None:
    if not future.done():
        future.set_result(outcome)
