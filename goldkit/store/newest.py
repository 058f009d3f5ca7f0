"""Which of several lines came last. The order of lines in a file never matters: git merges shuffle it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from typing import TypeVar

from goldkit.files import canonical
from goldkit.records import Copy, Judgment
from goldkit.store.moments import moment

L = TypeVar("L", Judgment, Copy)


def newest(lines: Iterable[L]) -> L:
    """The newest of at least one line: the latest moment; of equal moments the greatest line in canonical form."""
    return reduce(_later, lines)


def newest_per(lines: Iterable[Judgment], key: Callable[[Judgment], tuple[str, ...]]) -> list[Judgment]:
    """The newest line of each key, sorted by key."""
    found: dict[tuple[str, ...], Judgment] = {}
    for line in lines:
        name = key(line)
        found[name] = _later(found[name], line) if name in found else line
    return [found[name] for name in sorted(found)]


def voice(line: Judgment) -> tuple[str, str, str, str, str]:
    """Who speaks about what: of the lines of one voice only the newest counts."""
    return (line.query, line.chunk, line.by, line.role, line.batch or "")


def _later(one: L, other: L) -> L:
    first, second = moment(one.at), moment(other.at)
    if first != second:
        return one if first > second else other
    return max(one, other, key=canonical.encode)  # rare; the canonical form costs more than all the rest
