"""Runs as one JSON object: query id → list of chunk ids, or → mapping from chunk id to score, or → list of result records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from goldkit.errors import DataError, Problem, bad
from goldkit.formats.fields import as_id, described
from goldkit.formats.ranking import CURE, cure_for, expected_for, ranking_of
from goldkit.formats.sniff import Head
from goldkit.formats.whole_json import read_json
from goldkit.records import Results

EXPECTED = "a list of chunk ids, best first, or a mapping from chunk id to score"


def matches(head: Head) -> bool:
    """Whether the file is one JSON value."""
    return head.one_json


def results(path: Path, texts: bool = False) -> Iterator[Results]:
    """The results in a file, query by query. texts: see ranking_of. Raises DataError with all bad queries."""
    value = read_json(path)
    if not isinstance(value, dict):
        raise bad(path, None, described(value), "one object from query id to its results")
    yield from results_in(path, value, texts)


def results_in(source: str | Path, mapping: Mapping[Any, Any], texts: bool = False) -> Iterator[Results]:
    """The results in a mapping: query id → what `ranking_of` reads. source: how messages name it. Raises as `results`."""
    problems = []
    for query, own in mapping.items():
        try:
            ranking = ranking_of(own, texts)
            yield Results(as_id(query), ranking.ids, ranking.scores, ranking.ordered, mixed=ranking.mixed)
        except ValueError as error:
            cure = cure_for(str(error)) or (CURE if isinstance(own, list) else "")
            wanted = expected_for(str(error), EXPECTED)
            problems.append(Problem(str(source), None, f"for the query {query!r} {error}", wanted, cure))
    if problems:
        raise DataError(problems)
