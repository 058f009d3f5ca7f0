"""A log file as records: JSON lines, one JSON value over the whole file, or a table. A bad line is counted, never fatal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from goldkit.files.compression import open_binary
from goldkit.files.jsonl import Line, parse_lines
from goldkit.logs.interactions import Place
from goldkit.logs.json_items import Item, Watch, json_items
from goldkit.logs.tables import table_rows
from goldkit.logs.tally import Tally
from goldkit.logs.tolerant import loads
from goldkit.records import JSON

FIRST = 40
"""How many records a reader may look at to tell whether the log is its own."""


class LogFile:
    """One log file. index: its position among the files read together. batch: "sha256:" and the digest of its bytes.

    watch: told of how many bytes of it were read, each time, where it is JSON.
    """

    def __init__(self, path: Path, index: int, batch: str) -> None:
        self.path = path
        self.index = index
        self.batch = batch
        self.tally = Tally()
        self.watch: Callable[[int], object] | None = None

    def place(self, line: int) -> Place:
        """The place of a line of this file."""
        return Place(self.index, line)

    def records(self) -> Iterator[tuple[int, JSON]]:
        """(line, JSON object) of every record; in one JSON list and in Parquet the 1-based position stands for the line.

        Lines that hold no record are counted in the tally. Raises DataError when the file itself cannot be read, and as
        table_rows.
        """
        for number, value in self._values():
            if isinstance(value, dict):
                yield number, value
            else:
                self.tally.broken("JSON, but no object", number)

    def _values(self) -> Iterator[tuple[int, Any]]:
        """(line, JSON value) of every line, item or row that holds one."""
        items = json_items(self.path, self.watch)
        rows = table_rows(self.path, self.tally) if items is None else None
        if rows is not None:
            yield from rows
        elif items is None:
            items = _lines(self.path, self.watch)
        for number, value, reason in items or ():
            if reason is None:
                yield number, value
            else:
                self.tally.broken(reason, number)


def first_records(path: Path, number: int = FIRST) -> list[JSON]:
    """The first JSON objects of a file, to recognise it by; [] where it has none. Raises as LogFile.records."""
    return [value for _, value in islice(LogFile(path, 0, "").records(), number)]


def _lines(path: Path, watch: Watch) -> Iterator[Item]:
    """(line, value, reason why there is none) of every line that is not blank; sound ones take the short way."""
    decode = msgspec.json.Decoder().decode
    with open_binary(path, watch) as stream:
        for number, raw in enumerate(stream, 1):
            try:
                value = decode(raw)
            except (msgspec.DecodeError, RecursionError):
                value = None
            if value is not None:
                yield number, value, None
            else:
                for line in parse_lines(iter((raw,)), loads):
                    yield number, line.value, line.error and _reason(line)


def _reason(line: Line) -> str:
    """Why a line holds no record, in words that do not depend on the line."""
    error = line.error or ""
    if error.startswith("bytes that are not UTF-8"):
        return "bytes that are not UTF-8"
    if error in ("null", "JSON nested too deeply"):
        return error
    return "no JSON" if line.ended else "a torn last line"
