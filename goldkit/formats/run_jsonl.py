"""goldkit's own run file: JSON lines, one query a line, after an optional header.

`{"run":{"name":…,"models":[…],"k":…}}`, then `{"query":"q1","chunks":["c9","c1"],"scores":[2.5,1]}` (scores optional) or
`{"query":"q2","failed":"timeout"}`. A header with `"ranked":false` says that the scores, not the order, are the ranking.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from goldkit.errors import DataError, Problem
from goldkit.files.atomic import replace
from goldkit.files.canonical import line as json_line
from goldkit.files.jsonl import Line, read_lines
from goldkit.formats.fields import as_id, as_object, described, keys_found
from goldkit.formats.ranking import as_score, ranking_of
from goldkit.formats.sniff import Head
from goldkit.phrases import counted
from goldkit.records import JSON, Run

EXPECTED = 'a run line: {"query":…,"chunks":[…]} or {"query":…,"failed":…}'


def matches(head: Head) -> bool:
    """Whether the file holds one run line a line, as far as its first two lines show."""
    if not head.first.startswith(b"{") or head.whole_json:
        return False
    if head.second or head.value is None:
        return True
    value = head.value
    lone_header = list(value) == ["run"] and isinstance(value["run"], dict) and "name" in value["run"]
    return isinstance(value.get("query"), str | int) or lone_header


def read(path: Path, name: str) -> Run:
    """The run in a file. Raises DataError with all lines that are none, and with both lines of a query that stands twice."""
    reader = _Reader(path)
    for line in read_lines(path):
        reader.take(line)
    if reader.problems:
        raise DataError(reader.problems)
    header = dict(reader.header)
    ranked = header.pop("ranked", True) is not False and not reader.scores_only
    return Run(
        name=name,
        rankings=reader.rankings,
        scores=reader.scores,
        failed=reader.failed,
        ranked=ranked,
        header=header,
    )


def write_run(path: str | Path, run: Run) -> None:
    """Write a run as JSON lines, queries sorted, replacing the file in one step. Reading it gives the same run.

    Raises ValueError for an infinite score, which JSON cannot carry, and OSError; the old file then stands.
    """
    replace(path, b"".join(run_lines(run)))


def run_lines(run: Run) -> Iterator[bytes]:
    """The lines of a run file, each with its newline: the header where there is something to say, then the queries, sorted."""
    header = run.header if run.ranked else {**run.header, "ranked": False}
    if header:
        yield json_line({"run": header})
    for query in sorted({*run.rankings, *run.failed}):
        if query in run.failed:
            yield failed_line(query, run.failed[query])
        else:
            yield query_line(query, run.rankings[query], run.scores.get(query))


def query_line(query: str, chunks: Sequence[str], scores: Sequence[float] | None = None) -> bytes:
    """The line of one query's ranking."""
    return json_line({"query": query, "chunks": chunks} | ({} if scores is None else {"scores": scores}))


def failed_line(query: str, reason: str) -> bytes:
    """The line of a query whose retrieval failed: something else than an empty ranking."""
    return json_line({"query": query, "failed": reason})


class _Reader:
    """Takes line after line; every line is a header, a ranking, a failure, or a problem."""

    def __init__(self, path: Path) -> None:
        self.header: JSON = {}
        self.rankings: dict[str, tuple[str, ...]] = {}
        self.scores: dict[str, tuple[float, ...]] = {}
        self.failed: dict[str, str] = {}
        self.problems: list[Problem] = []
        self.scores_only = False
        self._path = str(path)
        self._lines: dict[str, int] = {}
        self._first = True

    def take(self, line: Line) -> None:
        first, self._first = self._first, False
        if line.error is not None:
            self._report(line.number, line.found)
            return
        try:
            row = as_object(line.value)
            if "run" in row and "query" not in row:
                self._take_header(row["run"], first)
            else:
                self._take_query(line.number, row)
        except ValueError as error:
            self._report(line.number, str(error))

    def _take_header(self, header: Any, first: bool) -> None:
        if not first:
            raise ValueError("a run header that is not the first line")
        self.header = as_object(header)

    def _take_query(self, number: int, row: JSON) -> None:
        if "query" not in row or ("chunks" in row) == ("failed" in row):
            raise ValueError(f"the keys {keys_found(row)}")
        query = as_id(row["query"])
        if query in self._lines:
            raise ValueError(f"the query {query!r} a second time, first on line {self._lines[query]}")
        self._lines[query] = number
        if "failed" in row:
            self.failed[query] = row["failed"] if isinstance(row["failed"], str) else described(row["failed"])
            return
        ranking = ranking_of(row["chunks"])
        scores = _scores(row["scores"], len(ranking.ids)) if row.get("scores") is not None else ranking.scores
        self.rankings[query] = ranking.ids
        if scores is not None:
            self.scores[query] = scores
        self.scores_only = self.scores_only or not ranking.ordered

    def _report(self, number: int, found: str) -> None:
        self.problems.append(Problem(self._path, number, found, EXPECTED))


def _scores(value: Any, count: int) -> tuple[float, ...]:
    if not isinstance(value, list) or len(value) != count:
        found = counted(len(value), "score") if isinstance(value, list) else f"{described(value)} as scores"
        raise ValueError(f"{counted(count, 'chunk')} with {found}")
    return tuple(map(as_score, value))
