"""Which of several lines came last. The order of lines in a file never matters: git merges shuffle it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from goldkit.files import canonical
from goldkit.records import Judgment
from goldkit.store.moments import moment

Age = tuple[tuple[float, str], bytes]


def age(line: Judgment) -> Age:
    """A key that sorts lines from the oldest to the newest: by the moment, of equal moments by the line itself."""
    return (moment(line.at), canonical.encode(line))


def newest_per(lines: Iterable[Judgment], key: Callable[[Judgment], tuple[str, str]]) -> list[Judgment]:
    """The newest line of each key, sorted by key."""
    newest: dict[tuple[str, str], Judgment] = {}
    for line in sorted(lines, key=age):
        newest[key(line)] = line
    return [newest[name] for name in sorted(newest)]
