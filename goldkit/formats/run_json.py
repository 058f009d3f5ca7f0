"""Runs as one JSON object: query id → list of chunk ids, or → mapping from chunk id to score, or → list of result records."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from goldkit.errors import DataError, Problem, bad
from goldkit.formats.fields import as_id, described
from goldkit.formats.ranking import Ranking, ranking_of
from goldkit.formats.sniff import Head
from goldkit.formats.whole_json import read_json
from goldkit.records import Run

EXPECTED = "a list of chunk ids, best first, or a mapping from chunk id to score"
CURE = "Give the id of each chunk; goldkit compares ids, not texts."


def matches(head: Head) -> bool:
    """Whether the file is one JSON value."""
    return head.one_json


def read(path: Path, name: str) -> Run:
    """The run in a file; `ranked` is False as soon as one query has scores but no order. Raises DataError with all bad queries."""
    value = read_json(path)
    if not isinstance(value, dict):
        raise bad(path, None, described(value), "one object from query id to its results")
    return run_in(path, name, value)


def run_in(source: str | Path, name: str, results: Mapping[Any, Any]) -> Run:
    """The run in a mapping: query id → what `ranking_of` reads. source: how messages name it. Raises as `read`."""
    rankings: dict[str, Ranking] = {}
    problems = []
    for query, own in results.items():
        try:
            rankings[as_id(query)] = ranking_of(own)
        except ValueError as error:
            cure = CURE if isinstance(own, list | str) else ""
            problems.append(Problem(str(source), None, f"for the query {query!r} {error}", EXPECTED, cure))
    if problems:
        raise DataError(problems)
    return Run(
        name=name,
        rankings={query: ranking.ids for query, ranking in rankings.items()},
        scores={query: ranking.scores for query, ranking in rankings.items() if ranking.scores is not None},
        ranked=all(ranking.ordered for ranking in rankings.values()),
    )
