"""The desks of all who judge at one server: each has a name and a session of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

from goldkit.errors import UsageError
from goldkit.records import JSON
from goldkit.results.review import Reviewed
from goldkit.review.judge import Judge, name_of_judge
from goldkit.review.library import Library
from goldkit.review.page.desk import Desk
from goldkit.review.session import Session
from goldkit.review.sitting import Sitting


class Desks:
    """Everybody sits down to the same, each with a queue, an undo and a progress of their own; one request at a time is answered.

    host: who started the server. begin: a session for a name. library: the chunks to choose from. Raises DataError for bad lines
    in the directory.
    """

    def __init__(self, host: str, begin: Callable[[str, Sitting], Session], library: Library, sitting: Sitting) -> None:
        self.host = Judge(name=host, part=sitting.share.part)
        self.parts = sitting.share.parts
        self._begin = begin
        self._library = library
        self._sitting = sitting
        self._lock = threading.Lock()
        self._opening = threading.Lock()
        self._desks: dict[Judge, Desk] = {}
        self.of(self.host)

    def of(self, judge: Judge) -> Desk:
        """The desk of a judge, who sits down to it when it is asked for first."""
        with self._opening:
            if judge not in self._desks:
                sitting = replace(self._sitting, share=replace(self._sitting.share, part=judge.part))
                self._desks[judge] = Desk(self._begin(judge.name, sitting), self._library, self._lock)
            return self._desks[judge]

    def named(self, said: JSON) -> Judge:
        """Who somebody says to be. said: `judge`, a name, and `part` where the questions are shared out; a free one by default.

        Raises UsageError for what is no name of a person, or no part.
        """
        name, part = said.get("judge"), said.get("part")
        judge = name_of_judge(name if isinstance(name, str) else "", "write another")
        if part is None:
            part = self._part_for(judge)
        if isinstance(part, bool) or not isinstance(part, int) or not 1 <= part <= self.parts:
            raise UsageError(f"a part of the questions is a number from 1 to {self.parts}")
        return Judge(name=judge, part=part)

    def who(self, judge: Judge | None) -> JSON:
        """What a browser needs to ask who judges. judge: who was said to, None before anybody was."""
        names = {one.name for one in list(self._desks)} | set(self.of(self.host).judges())
        return {
            "judge": None if judge is None else judge.name,
            "part": self._free() if judge is None else judge.part,
            "host": self.host.name,
            "names": sorted(names),
            "parts": [[one.name for one in list(self._desks) if one.part == part] for part in range(1, self.parts + 1)],
        }

    def done(self) -> tuple[Reviewed, ...]:
        """What each did in this sitting: the host, then the others in the order in which they came."""
        return tuple(desk.summary() for desk in self._desks.values())

    def prepare(self) -> None:
        """What takes a while and can be done before anybody asks, in a thread of its own."""
        self._library.prepare()

    def _part_for(self, name: str) -> int:
        return next((one.part for one in list(self._desks) if one.name == name), self._free())

    def _free(self) -> int:
        """The first part that is nobody's; the host's where there is none."""
        taken = {one.part for one in list(self._desks)}
        return next((part for part in range(1, self.parts + 1) if part not in taken), self.host.part)
