"""A frozen set shows aggregates only, also where a run's file is wrong and the message quotes what stands in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from goldkit.errors import DataError, Problem
from goldkit.sets.scoreset import ScoreSet


@contextmanager
def unnamed(scoreset: ScoreSet) -> Iterator[None]:
    """Within it, a DataError quotes no query id of a set that is frozen, no line of the run, and no example of a result, which may
    be an answer that repeats the question; the number of the line still says where to look.
    """
    try:
        yield
    except DataError as error:
        if not scoreset.frozen:
            raise
        names = sorted((repr(query.id) for query in scoreset.queries), key=len, reverse=True)
        raise DataError(_without(problem, names) for problem in error.problems) from None


def _without(problem: Problem, names: list[str]) -> Problem:
    found = problem.found.partition(", such as ")[0]
    for name in names:
        found = found.replace(name, "'…'")
    return replace(problem, found=found, quote="")
