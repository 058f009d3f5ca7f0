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
from goldkit.files.not_finite import not_finite
from goldkit.formats.fields import as_id, as_object, described, first_key, keys_found
from goldkit.formats.ranking import ANSWERS, FINITE, FINITE_CURE, GRADED, as_score, cure_for, expected_for, ranking_of
from goldkit.formats.result_record import LIST_KEYS
from goldkit.formats.sniff import Head
from goldkit.phrases import counted
from goldkit.records import JSON, Results, Run

QUERY = ("query_id", "query")
"""Keys that hold the id of a query: beside an id, `query` is its text."""
RESULTS = ("chunks", *LIST_KEYS)
"""Keys that hold the results of a query: goldkit's own, then what dumps of LlamaIndex and LangChain call them."""
EXPECTED = 'a run line: {"query":…,"chunks":[…]} or {"query":…,"failed":…}'


def matches(head: Head) -> bool:
    """Whether the file holds one run line a line, as far as its first two lines show."""
    if not head.first.startswith(b"{") or head.whole_json or head.trec_run:
        return False
    if head.second or head.value is None:
        return True
    value = head.value
    lone_header = list(value) == ["run"] and isinstance(value["run"], dict) and "name" in value["run"]
    return isinstance(value.get(first_key(value, QUERY) or ""), str | int) or lone_header


def header(head: Head) -> JSON:
    """What the first line says about the run, if it is a header; without `ranked`, which says how to read it."""
    about = head.value.get("run") if isinstance(head.value, dict) and first_key(head.value, QUERY) is None else None
    return {key: value for key, value in about.items() if key != "ranked"} if isinstance(about, dict) else {}


def results(path: Path, texts: bool = False) -> Iterator[Results]:
    """The results in a file, line by line. texts: see ranking_of.

    Raises DataError with all lines that are none, and with both lines of a query that stands twice.
    """
    reader = _Reader(path, texts)
    for line in read_lines(path):
        found = reader.take(line)
        if found is not None:
            yield found
    if reader.problems:
        raise DataError(reader.problems)


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

    def __init__(self, path: Path, texts: bool) -> None:
        self.problems: list[Problem] = []
        self._path, self._texts = str(path), texts
        self._ranked = True
        self._lines: dict[str, int] = {}
        self._first = True

    def take(self, line: Line) -> Results | None:
        """The results in a line, None where it has none."""
        first, self._first = self._first, False
        if line.error is not None:
            field = not_finite(line.raw)
            found = f"{field}, which JSON does not have" if field else line.error
            wanted, cure, quote = (FINITE, FINITE_CURE, "") if field else (EXPECTED, "", line.quote)
            self.problems.append(Problem(self._path, line.number, found, wanted, cure, quote))
            return None
        try:
            row = as_object(line.value)
            if "run" not in row or first_key(row, QUERY) is not None:
                return self._results(line.number, row)
            self._take_header(row["run"], first)
        except ValueError as error:
            self._report(line.number, str(error))
        return None

    def _take_header(self, header: Any, first: bool) -> None:
        if not first:
            raise ValueError("a run header that is not the first line")
        self._ranked = as_object(header).get("ranked", True) is not False

    def _results(self, number: int, row: JSON) -> Results:
        key, name = first_key(row, RESULTS), first_key(row, QUERY)
        if name is None or (key is None) != ("failed" in row):
            answer = f", but no chunk ids: {GRADED}" if key is None and not ANSWERS.isdisjoint(row) else ""
            raise ValueError(f"the keys {keys_found(row)}{answer}")
        query = as_id(row[name])
        if query in self._lines:
            raise ValueError(f"the query {query!r} a second time, first on line {self._lines[query]}")
        self._lines[query] = number
        if key is None:
            why = row["failed"] if isinstance(row["failed"], str) else described(row["failed"])
            return Results(query, (), None, self._ranked, why, (number,))
        ranking = ranking_of(row[key], self._texts)
        scores = _scores(row["scores"], len(ranking.ids)) if row.get("scores") is not None else ranking.scores
        return Results(query, ranking.ids, scores, self._ranked and ranking.ordered, None, (number,), ranking.mixed)

    def _report(self, number: int, found: str) -> None:
        self.problems.append(Problem(self._path, number, found, expected_for(found, EXPECTED), cure_for(found)))


def _scores(value: Any, count: int) -> tuple[float, ...]:
    if not isinstance(value, list) or len(value) != count:
        found = counted(len(value), "score") if isinstance(value, list) else f"{described(value)} as scores"
        raise ValueError(f"{counted(count, 'chunk')} with {found}")
    return tuple(map(as_score, value))
