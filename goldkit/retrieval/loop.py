"""Running asynchronous work from plain code, wherever that is called: in a script, or in a notebook, whose loop runs already."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any


def run_to_end(work: Coroutine[Any, Any, None]) -> None:
    """As asyncio.run; where this thread's own loop is running, in a loop of another thread. Raises what the work raises.

    An interrupt ends the work, and what it holds is given back, before this raises.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        asyncio.run(work)
    else:
        _run_in_thread(work)


def _run_in_thread(work: Coroutine[Any, Any, None]) -> None:
    begun: Future[tuple[asyncio.AbstractEventLoop, asyncio.Task[None]]] = Future()

    async def whole() -> None:
        task = asyncio.current_task()
        if task is not None:
            begun.set_result((asyncio.get_running_loop(), task))
        await work

    with ThreadPoolExecutor(1) as pool:
        done = pool.submit(asyncio.run, whole())
        try:
            done.result()
        except KeyboardInterrupt:
            loop, task = begun.result()
            with suppress(RuntimeError):  # it ended meanwhile
                loop.call_soon_threadsafe(task.cancel)
            raise
