"""TREC runs: `query Q0 chunk rank score tag`, one result a line."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from goldkit.errors import DataError, Problem
from goldkit.files.utf8 import raw_lines
from goldkit.formats.sniff import Head
from goldkit.formats.trec_columns import columns, decoded, real, whole
from goldkit.records import Results

EXPECTED = "six columns: query Q0 chunk rank score tag"
CURES = {
    "4 columns": "This looks like qrels, not like a run.",
    "7 columns": "Ids with spaces need tabs between the columns, or a JSONL run.",
}


@dataclass(slots=True)
class _Results:
    """One query's results in file order, column by column."""

    chunks: list[str] = field(default_factory=list)
    ranks: list[int] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)

    def rank(self) -> bool:
        """Put the results in the order of their ranks where these are distinct and no score rises along them; else say no."""
        if not _along(operator.lt, self.ranks):
            order = sorted(range(len(self.ranks)), key=self.ranks.__getitem__)
            self.chunks = [self.chunks[at] for at in order]
            self.scores = [self.scores[at] for at in order]
            self.lines = [self.lines[at] for at in order]
            self.ranks = [self.ranks[at] for at in order]
        return _along(operator.lt, self.ranks) and _along(operator.ge, self.scores)


def matches(head: Head) -> bool:
    """Whether the first line has the columns of a run or, so that the error can say it, of qrels or of ids with spaces."""
    return not head.first.startswith((b"{", b"[")) and len(head.first.split()) >= 4


def results(path: Path) -> Iterator[Results]:
    """The results in a file, those of a query gathered from wherever they stand.

    The rank column is the order where its ranks are distinct and scores never rise along them; else the results are not `ordered`.
    Infinite scores are accepted. Raises DataError with every bad line, NaN scores among them.
    """
    for query, found in _read(path).items():
        ordered = found.rank()
        yield Results(query, found.chunks, found.scores, ordered, None, found.lines)


def _read(path: Path) -> dict[str, _Results]:
    results: dict[bytes, _Results] = {}
    names: dict[bytes, str] = {}  # a run names the same chunks again and again: each id is decoded and kept once
    problems = []
    for number, line in raw_lines(path):
        try:
            parts = columns(line, 6)
            if not parts:
                continue
            query, _, chunk, rank, score, _ = parts
            place, value = whole(rank, "rank"), _score(score)
            if chunk not in names:
                names[chunk] = decoded(chunk)
            if query not in results:
                decoded(query)
                results[query] = _Results()
        except ValueError as error:
            problems.append(Problem(str(path), number, str(error), EXPECTED, CURES.get(str(error), "")))
            continue
        found = results[query]
        found.chunks.append(names[chunk])
        found.ranks.append(place)
        found.scores.append(value)
        found.lines.append(number)
    if problems:
        raise DataError(problems)
    return {query.decode("utf-8"): found for query, found in results.items()}


def _score(text: bytes) -> float:
    score = real(text, "score")
    if score != score:
        raise ValueError("NaN as a score")
    return score


def _along(holds: Callable[[Any, Any], bool], values: Sequence[float]) -> bool:
    """Whether a relation holds between each value and the next."""
    return all(map(holds, values, islice(values, 1, None)))
