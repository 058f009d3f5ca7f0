"""Records that belong together though they stand apart: the spans of a trace, a query and its clicks, the messages of a chat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from goldkit.logs.interactions import Place
from goldkit.records import JSON


@dataclass(frozen=True, slots=True)
class Part:
    """One record of a group. kind: what the reader calls it. place: where it stands."""

    kind: str
    record: JSON
    place: Place


class Groups:
    """Takes records in any order, each with the key of its group; gives the groups in the order in which they were met first."""

    def __init__(self) -> None:
        self._parts: dict[str, list[Part]] = {}

    def add(self, key: str, kind: str, record: JSON, place: Place) -> None:
        """One more record of a group."""
        self._parts.setdefault(key, []).append(Part(kind, record, place))

    def __iter__(self) -> Iterator[tuple[str, list[Part]]]:
        """(key, its records in the order in which they were added)."""
        yield from self._parts.items()
