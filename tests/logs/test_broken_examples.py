"""Every field of every example log, one after the other, missing or of another type: no reader fails, every record is counted."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from goldkit.logs.catalogue import LOG_READERS
from goldkit.logs.interactions import Interaction
from goldkit.logs.log_file import LogFile, first_records

EXAMPLES = Path(__file__).parent / "examples"
ODD: tuple[Any, ...] = (None, True, 7, -1.5, "", "odd", "[", "{}", [], [None], [["x"]], {}, {"a": None})
GONE = object()
WHOLE = LOG_READERS.keys() - {"jsonl"}


def reader_of(path: Path) -> str | None:
    records = first_records(path)
    return next((name for name in WHOLE if LOG_READERS[name].recognises(records)), None)


READABLE = sorted(path.name for path in EXAMPLES.iterdir() if reader_of(path))


def paths_of(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value[:2]) if isinstance(value, list) else ()
    for key, item in items:
        yield from paths_of(item, (*path, key))


def changed(record: Any, path: tuple[Any, ...], odd: Any) -> Any:
    record = copy.deepcopy(record)
    inner = record
    for step in path[:-1]:
        inner = inner[step]
    if odd is GONE:
        del inner[path[-1]]
    else:
        inner[path[-1]] = odd
    return record


class Records(LogFile):
    """A log file whose records stand in memory."""

    def __init__(self, records: list[Any]) -> None:
        super().__init__(Path("memory.jsonl"), 0, "batch")
        self._records = records

    def records(self) -> Iterator[tuple[int, Any]]:
        yield from enumerate((json.loads(json.dumps(record)) for record in self._records), 1)


def read_counted(reader: str, records: list[Any]) -> list[Interaction]:
    """The interactions of records, with what must hold of any log's."""
    file = Records(records)
    interactions = list(LOG_READERS[reader].read([file], {}))
    tally = file.tally
    assert 0 <= tally.used <= tally.records
    assert tally.records >= len(records)
    for one in interactions:
        assert one.query.strip()
        assert one.record
        assert 1 <= one.place.line <= len(records)
        assert all(shown.chunk != "" and (shown.rank is None or shown.rank >= 1) for shown in one.shown)
    return interactions


@pytest.mark.parametrize("name", READABLE)
def test_no_odd_value_in_any_field_makes_a_reader_fail(name: str) -> None:
    records = [record for _, record in LogFile(EXAMPLES / name, 0, "").records()]
    reader = reader_of(EXAMPLES / name) or ""
    for at, record in enumerate(records[:2]):
        for path in paths_of(record):
            for odd in (*ODD, GONE):
                broken = [*records[:at], changed(record, path, odd), *records[at + 1 :]]
                LOG_READERS[reader].recognises(broken)
                assert all(one.query for one in read_counted(reader, broken)), (path, odd)
