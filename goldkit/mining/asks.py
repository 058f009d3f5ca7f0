"""Who asked a question how often, and how fast; of no more than so many sessions, for what many ask is no machine's."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

SESSIONS = 64
"""Beyond so many sessions a question is one of people, and they are counted no more."""


Ask = tuple[str, str | None, str | None]
"""The batch, the session and the time of one asking."""


@dataclass(slots=True)
class Asks:
    """sessions: (batch, session) → how often, empty once they are too many. rapid: batch → times in the same second as the last.

    Most questions are asked once: the counts are made with the second time only, so that the first takes little memory.
    """

    sessions: Counter[tuple[str, str]] | None = None
    rapid: Counter[str] | None = None
    many: bool = False
    last: Ask | None = None

    def add(self, batch: str, session: str | None, time: str | None) -> None:
        """It was asked once more. time: to the second."""
        if self.last is not None:
            sessions, rapid = self._counts()
            rapid[batch] += time is not None and time == self.last[2]
            self._count(sessions, batch, session)
        self.last = (batch, session, time)

    def update(self, other: Asks) -> None:
        """Add what is known of another wording of the question."""
        if other.last is None:
            return
        sessions, rapid = self._counts()
        more, faster = other._counts()
        self.many = self.many or other.many
        sessions.update(more)
        rapid.update(faster)
        self.last = self.last or other.last
        self._cut(sessions)

    def _counts(self) -> tuple[Counter[tuple[str, str]], Counter[str]]:
        """The counts, made with the first time where they are not there yet."""
        if self.sessions is None or self.rapid is None:
            self.sessions, self.rapid = Counter(), Counter()
            if self.last is not None:
                self._count(self.sessions, self.last[0], self.last[1])
        return self.sessions, self.rapid

    def _count(self, sessions: Counter[tuple[str, str]], batch: str, session: str | None) -> None:
        if session is not None and not self.many:
            sessions[batch, session] += 1
            self._cut(sessions)

    def _cut(self, sessions: Counter[tuple[str, str]]) -> None:
        self.many = self.many or len(sessions) > SESSIONS
        if self.many:
            sessions.clear()
