"""Records that belong together though they stand apart: the spans of a trace, a query and its clicks, the messages of a chat.

However large the log, they take a bounded part of memory: what is more goes through a temporary file.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from goldkit.files.hash_index import HashIndex, hash64
from goldkit.files.sorted_rows import MEMORY, SortedRows
from goldkit.logs.interactions import Place
from goldkit.records import JSON

Row = TypeVar("Row")
_pack = msgspec.msgpack.Encoder().encode


class Part(Struct, frozen=True, array_like=True):
    """One record of a group. kind: what the reader calls it. place: where it stands."""

    kind: str
    record: JSON
    place: Place


class GroupedRows(Generic[Row]):
    """Takes rows in any order, each with the key of its group; gives the groups in the order in which they were met first.

    rows: the type of the rows, which msgspec can write. memory: bytes of rows that are held at most, about; each group takes some
    30 bytes more.
    """

    def __init__(self, rows: Any, memory: int | None = None) -> None:
        self._unpack = msgspec.msgpack.Decoder(tuple[str, rows]).decode
        self._rows: SortedRows[int] = SortedRows(MEMORY if memory is None else memory)
        self._numbers = HashIndex()
        self._starts = array("Q")
        self._last: tuple[str | None, int] = (None, 0)

    def put(self, key: str, row: Row, time: str | None = None) -> None:
        """One more row of a group. time: as goldkit.logs.times.utc gives it, for `by_time`."""
        packed = _pack((key, row))
        number = self._number(key)
        if time is not None:
            self._starts[number] = min(self._starts[number] or _LATE, _moment(time))
        self._rows.add(number, packed)

    def __len__(self) -> int:
        """How many groups there are."""
        return len(self._starts)

    def __iter__(self) -> Iterator[tuple[str, list[Row]]]:
        """(key, its rows in the order in which they were added)."""
        for _, rows in groupby(self._rows, itemgetter(0)):
            yield self._group(rows)

    def by_time(self) -> Iterator[tuple[str, list[Row]]]:
        """The groups by their earliest time, those without one first; of one time as they were met."""
        if all(one <= other for one, other in pairwise(self._starts)):
            yield from self
            return
        ordered: SortedRows[tuple[str, int]] = SortedRows(self._rows.memory)
        for number, row in self._rows:
            ordered.add((f"{self._starts[number]:020}", number), row)
        for _, rows in groupby(ordered, itemgetter(0)):
            yield self._group(rows)

    def _group(self, rows: Iterable[tuple[Any, bytes]]) -> tuple[str, list[Row]]:
        found = [self._unpack(row) for _, row in rows]
        return found[0][0], [row for _, row in found]

    def _number(self, key: str) -> int:
        last, number = self._last
        if key != last:
            number = self._numbers.setdefault(hash64(key), len(self._starts))
            if number == len(self._starts):
                self._starts.append(0)
            self._last = (key, number)
        return number


_LATE = 1 << 63


@lru_cache(maxsize=1024)
def _moment(time: str) -> int:
    """A time as a number that orders alike."""
    return int("".join(filter(str.isdigit, time)))


class Groups(GroupedRows[Part]):
    """Groups of JSON records."""

    def __init__(self, memory: int | None = None) -> None:
        super().__init__(Part, memory)

    def add(self, key: str, kind: str, record: JSON, place: Place, time: str | None = None) -> None:
        """One more record of a group. time: as `put` takes it."""
        try:
            self.put(key, Part(kind, record, place), time)
        except OverflowError:
            self.put(key, Part(kind, _within_64_bits(record), place), time)


def _within_64_bits(value: Any) -> Any:
    """The value with larger whole numbers as their digits: an id reads the same, and nothing else is made of one."""
    if isinstance(value, dict):
        return {key: _within_64_bits(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_within_64_bits(item) for item in value]
    return str(value) if isinstance(value, int) and not -(1 << 63) <= value < 1 << 64 else value
