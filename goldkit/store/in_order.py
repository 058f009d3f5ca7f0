"""The records of a file in their order, gone through as often as wanted without holding them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Generic, TypeVar

from goldkit.errors import DataError, Problem
from goldkit.records import Query
from goldkit.store.quotable import quotable

T = TypeVar("T")


class InOrder(Iterable[T], Generic[T]):
    """Records by a key; none are held where the file has them in order already, as goldkit writes it.

    stream: reads the file, anew each time. sort: given all records, where the file is not in order; they are then held as it
    returns them. Raises as these do, at once where a line is bad.
    """

    def __init__(
        self,
        stream: Callable[[], Iterator[tuple[int, T]]],
        key: Callable[[T], Any],
        sort: Callable[[list[tuple[int, T]]], list[T]],
    ) -> None:
        self._stream = stream
        self._held = None if _ascending(key(record) for _, record in stream()) else sort(list(stream()))

    def __iter__(self) -> Iterator[T]:
        return (record for _, record in self._stream()) if self._held is None else iter(self._held)


def _ascending(keys: Iterator[Any]) -> bool:
    """Whether each key is above the one before. All are gone through, so that every bad line is met."""
    ascending, before = True, next(keys, None)
    for key in keys:
        ascending = ascending and before < key
        before = key
    return ascending


def by_id(path: Path, read: list[tuple[int, Query]]) -> list[Query]:
    """Queries by their ids. read: (line, query). Raises DataError with the lines where an id comes again."""
    first: dict[str, int] = {}
    problems = []
    for line, query in read:
        if query.id in first:
            found = f"a query id again (first on line {first[query.id]})"
            cure = "Give one of the two another id."
            problems.append(Problem(str(path), line, found, "each id once", cure, repr(query.id)))
        first.setdefault(query.id, line)
    if problems:
        raise DataError(quotable(path.parent, problems))
    return sorted((query for _, query in read), key=lambda query: query.id)
