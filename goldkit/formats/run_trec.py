"""TREC runs: `query Q0 chunk rank score tag`, one result a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

from goldkit.errors import DataError, Problem
from goldkit.files.compression import open_binary
from goldkit.files.utf8 import raw_lines
from goldkit.formats.ranking import cure_for, expected_for
from goldkit.formats.sniff import Head
from goldkit.formats.trec_blocks import blocks
from goldkit.formats.trec_columns import columns, decoded, real, whole
from goldkit.formats.trec_plain import PlainBlocks, in_order
from goldkit.records import Results

EXPECTED = "six columns: query Q0 chunk rank score tag"
CURES = {
    "4 columns": "This looks like qrels, not like a run.",
    "7 columns": "Ids with spaces need tabs between the columns, or a JSONL run.",
}


def matches(head: Head) -> bool:
    """Whether the first line has the columns of a run or, so that the error can say it, of qrels or of ids with spaces."""
    return head.trec_run or (not head.first.startswith((b"{", b"[")) and len(head.first.split()) >= 4)


def results(path: Path) -> Iterator[Results]:
    """The results in a file, those of a query in one piece wherever its lines stand.

    The rank column is the order where its ranks are distinct and scores never rise along them; else the results are not `ordered`.
    Infinite scores are accepted. Raises DataError with every bad line, NaN scores among them.
    """
    problems: list[Problem] = []
    seen: set[str] = set()
    plain, number = PlainBlocks(), 1
    with open_binary(path) as stream:
        for block in blocks(stream):
            found = plain.read(number, block)
            for own in (found,) if found else _line_by_line(path, _numbered(number, block), problems):
                if own.query in seen:
                    yield from _gathered(path)
                    return
                seen.add(own.query)
                yield own
            number += len(found.chunks) if found else block.count(b"\n")
    if problems:
        raise DataError(problems)


def _gathered(path: Path) -> Iterator[Results]:
    """The results of a file in which lines of one query stand apart: all of them are kept until the last was read."""
    problems: list[Problem] = []
    yield from _line_by_line(path, raw_lines(path), problems)
    if problems:
        raise DataError(problems)


def _numbered(number: int, block: bytes) -> Iterator[tuple[int, bytes]]:
    return enumerate(BytesIO(block), number)  # as a file has lines: splitlines ends one at a lone \r too


@dataclass(slots=True)
class _Results:
    """One query's results in file order, column by column."""

    chunks: list[str] = field(default_factory=list)
    ranks: list[int] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)


def _line_by_line(path: Path, lines: Iterable[tuple[int, bytes]], problems: list[Problem]) -> Iterator[Results]:
    """The results in numbered lines, by query; each line that is none joins the problems."""
    results: dict[bytes, _Results] = {}
    names: dict[bytes, str] = {}  # a run names the same chunks again and again: each id is decoded and kept once
    for number, line in lines:
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
            why = str(error)
            cure = CURES.get(why) or cure_for(why)
            problems.append(Problem(str(path), number, why, expected_for(why, EXPECTED), cure))
            continue
        found = results[query]
        found.chunks.append(names[chunk])
        found.ranks.append(place)
        found.scores.append(value)
        found.lines.append(number)
    for query, found in results.items():
        yield in_order(query.decode("utf-8"), found.chunks, found.ranks, found.scores, found.lines)


def _score(text: bytes) -> float:
    score = real(text, "score")
    if score != score:
        raise ValueError("NaN as a score")
    return score
