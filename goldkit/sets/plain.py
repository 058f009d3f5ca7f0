"""Sets and runs from plain dicts, as a notebook holds them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from goldkit.formats.qrels_json import grades_in
from goldkit.formats.run_json import results_in
from goldkit.formats.run_source import gather
from goldkit.records import Run
from goldkit.sets.foreign import foreign_set
from goldkit.sets.scoreset import ScoreSet


def set_of(labels: Mapping[str, Collection[str] | Mapping[str, int]], name: str = "set") -> ScoreSet:
    """A set to score against: query id → the ids of the chunks that answer it, or → chunk id → grade, relevant from 1.

    A query without a relevant chunk is left out of the means and counted. Raises DataError with every query whose value is
    neither, and where there is no query.
    """
    return foreign_set(name, grades_in(name, labels).imported({}))


def run_of(name: str, results: Mapping[str, Sequence[str] | Mapping[str, float]]) -> Run:
    """A run: query id → chunk ids, best first, or → chunk id → score. Raises DataError with every query whose value is neither."""
    return gather(name, results_in(name, results), {})
