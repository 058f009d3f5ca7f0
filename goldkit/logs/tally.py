"""Counting what a reader met: every record has a kind, and what cannot be used has a reason with its first line."""

from __future__ import annotations

from collections import Counter

from goldkit.results.mine import Position, Reason


class Tally:
    """The counts of one log file, filled while it is read.

    kinds: kind of record → how many. distinct: what was counted → how many different ones.
    notes: oddities of records that are used all the same. advice: what this export cannot give, and which one would.
    """

    def __init__(self) -> None:
        self.kinds: Counter[str] = Counter()
        self.distinct: dict[str, int] = {}
        self.positions: list[Position] = []
        self.advice: list[str] = []
        self._dropped: dict[str, list[int]] = {}
        self._broken: dict[str, list[int]] = {}
        self._notes: dict[str, list[int]] = {}

    def drop(self, reason: str, line: int) -> None:
        """Count a record that cannot be used."""
        _count(self._dropped, reason, line)

    def broken(self, reason: str, line: int) -> None:
        """Count a line that holds no record at all."""
        _count(self._broken, reason, line)

    def note(self, what: str, line: int) -> None:
        """Count something odd about a record that is used."""
        _count(self._notes, what, line)

    def advise(self, what: str) -> None:
        """Say once what this export cannot give, and which one would."""
        if what not in self.advice:
            self.advice.append(what)

    @property
    def records(self) -> int:
        """All records read, used or not."""
        return self.kinds.total()

    @property
    def used(self) -> int:
        """The records that were used."""
        return self.records - sum(count for count, _ in self._dropped.values())

    @property
    def lines_without_record(self) -> int:
        """Lines that hold no record at all; they are not among `records`."""
        return sum(count for count, _ in self._broken.values())

    @property
    def unused(self) -> tuple[Reason, ...]:
        """Why records and lines were not used, most frequent first."""
        return _reasons(self._broken | self._dropped)

    @property
    def notes(self) -> tuple[Reason, ...]:
        """The oddities, most frequent first."""
        return _reasons(self._notes)


def _count(counts: dict[str, list[int]], reason: str, line: int) -> None:
    entry = counts.setdefault(reason, [0, line])
    entry[0] += 1
    entry[1] = min(entry[1], line)


def _reasons(counts: dict[str, list[int]]) -> tuple[Reason, ...]:
    reasons = [Reason(reason, count, first) for reason, (count, first) in counts.items()]
    return tuple(sorted(reasons, key=lambda reason: (-reason.count, reason.first_line, reason.reason)))
