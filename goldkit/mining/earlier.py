"""What earlier batches say about the questions of this run, sorted on disk, so that it is met question by question."""

from __future__ import annotations

import pickle
from collections import defaultdict
from collections.abc import Container, Iterable, Mapping
from itertools import groupby

from goldkit.files.sorted_rows import SortedRows
from goldkit.records import Judgment

MEMORY = 8 << 20
"""Bytes of lines that are held before they are written out."""


class Earlier:
    """The proposals of earlier logs. asked: the queries that will be looked up, in ascending order."""

    def __init__(self, judgments: Iterable[Judgment], asked: Container[str]) -> None:
        rows = SortedRows[tuple[str, int]](MEMORY)
        for number, line in enumerate(judgments):
            if line.source == "log" and line.query in asked:
                rows.add((line.query, number), pickle.dumps(line, pickle.HIGHEST_PROTOCOL))
        self._groups = groupby(rows, lambda row: row[0][0])
        self._ahead = next(self._groups, None)

    def of(self, query: str) -> Mapping[str, list[Judgment]]:
        """Chunk → the lines about it and a query, in the order of the file."""
        lines: dict[str, list[Judgment]] = defaultdict(list)
        while self._ahead is not None and self._ahead[0] <= query:
            name, rows = self._ahead
            for _, row in rows if name == query else ():
                line: Judgment = pickle.loads(row)  # noqa: S301  # written here, into a file without a name
                lines[line.chunk].append(line)
            self._ahead = next(self._groups, None)
        return lines
