"""Sets and runs from plain dicts, as a notebook holds them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from goldkit.formats.qrels_json import grades_in
from goldkit.formats.run_json import results_in
from goldkit.formats.run_source import gather
from goldkit.records import Run
from goldkit.sets.foreign import graded_set
from goldkit.sets.golden import GoldenSet, dev_set
from goldkit.sets.scoreset import ScoreSet

PlainSet = Mapping[str, Collection[str] | Mapping[str, int]]
"""What `set_of` reads."""
PlainRun = Mapping[str, Sequence[str] | Mapping[str, float]]
"""What `run_of` reads."""


def set_of(labels: PlainSet, name: str = "set") -> ScoreSet:
    """A set to score against: query id → the ids of the chunks that answer it, or → chunk id → grade, relevant from 1.

    A query without a relevant chunk is left out of the means and counted. Raises DataError with every query whose value is
    neither, and where there is no query.
    """
    return graded_set(name, grades_in(name, labels).pairs())


def run_of(name: str, results: PlainRun) -> Run:
    """A run: query id → chunk ids, best first, or → chunk id → score. Raises DataError with every query whose value is neither."""
    return gather(name, results_in(name, results), {})


def as_set(given: ScoreSet | GoldenSet | PlainSet) -> ScoreSet:
    """What can be scored against: a set as it is, `dev` of a golden set, or a plain mapping read by `set_of`."""
    if isinstance(given, ScoreSet):
        return given
    return dev_set(given) if isinstance(given, GoldenSet) else set_of(given)
