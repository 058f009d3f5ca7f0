"""Work in threads, results in order: what was put first is taken first, whoever finished first."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


class InOrder(Generic[Item, Result]):
    """Calls a function on items in worker threads. `len` is how many items were put and not taken.

    workers: threads, each started when it is needed first. ahead: how many items are begun at most before the first of them is
    taken; the rest waits; it may be set anew at any time. Leaving the context drops what has not begun and lets what has begun
    finish; a second Ctrl-C meanwhile leaves that too, and the threads die with the process. put and take belong to one thread.
    """

    def __init__(self, function: Callable[[Item], Result], *, workers: int, ahead: int) -> None:
        self._function, self._workers, self.ahead = function, max(1, workers), ahead
        self._waiting: deque[tuple[Item, Future[Result]]] = deque()
        self._begun: deque[Future[Result]] = deque()
        self._work: SimpleQueue[tuple[Item, Future[Result]] | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []

    def __len__(self) -> int:
        return len(self._begun) + len(self._waiting)

    def put(self, item: Item) -> None:
        """One more item to work on."""
        self._waiting.append((item, Future()))
        self._begin()

    def take(self) -> Result:
        """The result of the first item that was not taken yet, once it is there. Raises what the function raised for it."""
        first = self._begun.popleft()
        try:
            return first.result()
        finally:
            self._begin()

    def left(self) -> Iterator[Result]:
        """Once the context has been left: the results of what was begun and never taken, in order; what raised has none."""
        for future in self._begun:
            if future.done() and future.exception() is None:
                yield future.result()

    def __enter__(self) -> InOrder[Item, Result]:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._waiting.clear()
        with suppress(Empty):
            while True:
                self._work.get_nowait()
        for _thread in self._threads:
            self._work.put(None)
        for thread in self._threads:
            thread.join()

    def _begin(self) -> None:
        while self._waiting and len(self._begun) < max(1, self.ahead):
            job = self._waiting.popleft()
            self._begun.append(job[1])
            self._work.put(job)
            if len(self._threads) < min(self._workers, len(self._begun)):
                thread = threading.Thread(target=self._serve, daemon=True)
                self._threads.append(thread)
                thread.start()

    def _serve(self) -> None:
        while (job := self._work.get()) is not None:
            item, future = job
            try:
                future.set_result(self._function(item))
            except BaseException as error:  # noqa: BLE001  # it is raised again where the result is taken
                future.set_exception(error)
