"""Work in several processes whose results come in the order of the work, so that how many there are changes nothing."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Generic, TypeVar

from goldkit.errors import IncompleteError

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 2
"""Pieces of work that wait for each process: enough to keep it busy, few enough for any memory."""

LOST = 3
"""Times in a row that processes may die before the work is given up."""


def in_order(function: Callable[[T], R], pieces: Iterable[T], workers: int) -> Iterator[R]:
    """The function's result for each piece, in their order. With one worker or none it is called in this process.

    A piece whose process died, killed for want of memory perhaps, is given to another one. Raises IncompleteError when that
    happens LOST times in a row; whatever the function raises is raised here.
    """
    if workers <= 1:
        yield from map(function, pieces)
        return
    pool = _Pool(function, workers)
    try:
        waiting: deque[tuple[T, Future[R]]] = deque()
        for piece in pieces:
            waiting.append((piece, pool.submit(piece)))
            if len(waiting) > AHEAD * workers:
                yield pool.first(waiting)
        while waiting:
            yield pool.first(waiting)
    finally:
        pool.end()


class _Pool(Generic[T, R]):
    def __init__(self, function: Callable[[T], R], workers: int) -> None:
        self._function, self._workers, self._lost = function, workers, 0
        self._pool = self._started()

    def _started(self) -> ProcessPoolExecutor:
        # A fresh interpreter each: a copy of this one would hold its locks and threads.
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._workers, context, initializer=_leave_interrupts)

    def submit(self, piece: T) -> Future[R]:
        try:
            return self._pool.submit(self._function, piece)
        except BrokenProcessPool as error:
            lost: Future[R] = Future()
            lost.set_exception(error)
            return lost

    def first(self, waiting: deque[tuple[T, Future[R]]]) -> R:
        """The result of the piece that waits longest, which then waits no more."""
        while True:
            try:
                result = waiting[0][1].result()
            except BrokenProcessPool as error:
                self._lost += 1
                if self._lost == LOST:
                    raise IncompleteError(
                        f"the worker processes were killed {LOST} times; for want of memory perhaps: give fewer workers"
                    ) from error
                self.end()
                self._pool = self._started()
                again = [(piece, self.submit(piece)) for piece, _ in waiting]
                waiting.clear()
                waiting.extend(again)
            else:
                waiting.popleft()
                self._lost = 0
                return result

    def end(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)


def _leave_interrupts() -> None:
    """Ctrl-C goes to the whole group of processes; the first of them ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
