"""Work in several processes whose results come in the order of the work, so that how many there are changes nothing.

Each process has a pipe of its own and shares no lock with another: whichever is killed, and whatever it was doing, the others
go on. The pools of the standard library can wait for ever for one that died while work was being handed to it.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from multiprocessing import connection
from typing import Any, Generic, TypeVar

from goldkit.errors import IncompleteError

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 2
"""Pieces of work that are under way or done ahead of their turn for each process: few enough for any memory."""

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
    team = _Team(function, workers)
    waiting: deque[_Task[T, R]] = deque()
    source = iter(pieces)
    try:
        more = True
        while more or waiting:
            while more and team.idle and len(waiting) < AHEAD * workers:
                task = _next(source)
                more = task is not None
                if task is not None:
                    waiting.append(task)
                    team.give(task)
            if waiting and waiting[0].done:
                yield waiting.popleft().result
            elif waiting:
                team.listen()
    finally:
        team.end()


class _Task(Generic[T, R]):
    """A piece of work, and its result once it is done."""

    result: R

    def __init__(self, piece: T) -> None:
        self.piece, self.done = piece, False


def _next(pieces: Iterator[T]) -> _Task[T, Any] | None:
    for piece in pieces:
        return _Task(piece)
    return None


class _Worker:
    """A process that answers each piece it is sent. A fresh interpreter: a copy of this one would hold its locks and threads."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_answer, args=(theirs, function), daemon=True)
        self.process.start()
        theirs.close()

    def end(self) -> None:
        self.pipe.close()
        self.process.terminate()
        self.process.join()
        self.process.close()


class _Team(Generic[T, R]):
    def __init__(self, function: Callable[[T], R], workers: int) -> None:
        self._function, self._lost = function, 0
        self.idle = [_Worker(function) for _ in range(workers)]
        self._busy: dict[connection.Connection, tuple[_Worker, _Task[T, R]]] = {}

    def give(self, task: _Task[T, R]) -> None:
        """Let an idle worker do a task."""
        worker = self.idle.pop()
        while True:
            self._busy[worker.pipe] = worker, task
            try:
                worker.pipe.send(task.piece)
            except OSError as error:
                worker = self._replaced(worker, error)
            else:
                return

    def listen(self) -> None:
        """Wait until a worker has answered, or died."""
        for pipe in connection.wait(list(self._busy)):
            worker, task = self._busy[pipe]  # type: ignore[index]  # only these were waited for
            try:
                good, answer = worker.pipe.recv()
            except (EOFError, OSError) as error:
                self.idle.append(self._replaced(worker, error))
                self.give(task)
                continue
            del self._busy[worker.pipe]
            self.idle.append(worker)
            self._lost = 0
            if not good:
                raise answer
            task.result, task.done = answer, True

    def end(self) -> None:
        for worker in [*self.idle, *(worker for worker, _ in self._busy.values())]:
            worker.end()

    def _replaced(self, worker: _Worker, error: Exception) -> _Worker:
        """A new worker for one that died."""
        del self._busy[worker.pipe]
        worker.end()
        self._lost += 1
        if self._lost == LOST:
            raise IncompleteError(
                f"the worker processes were killed {LOST} times; for want of memory perhaps: give fewer workers"
            ) from error
        return _Worker(self._function)


def _answer(pipe: connection.Connection, function: Callable[[Any], Any]) -> None:
    """The life of a worker. Ctrl-C goes to the whole group of processes; the first of them ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            piece = pipe.recv()
        except EOFError:
            return
        try:
            answer = True, function(piece)
        except Exception as error:  # noqa: BLE001  # it is raised again where the work is wanted
            answer = False, error
        pipe.send(answer)
