"""What a run is to whoever reads it: something that can be gone through query by query, as often as needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from goldkit.records import JSON, Results, Run


class RunSource(Protocol):
    """A run: a file that is read as it is gone through, or one in memory. header: what it says about itself."""

    @property
    def name(self) -> str:
        """What tables call it."""

    @property
    def header(self) -> JSON:
        """What the run says about itself: models, k, commit."""

    def results(self) -> Iterator[Results]:
        """Each query's results in turn. A query may come again: what comes later then stands in place of what came before.

        Raises DataError, after the last good one, with everything that is wrong with the file.
        """


def gather(name: str, results: Iterable[Results], header: JSON) -> Run:
    """A run in memory. `ranked` is False as soon as one query has scores but no order."""
    rankings: dict[str, tuple[str, ...]] = {}
    scores: dict[str, tuple[float, ...]] = {}
    failed: dict[str, str] = {}
    ranked = True
    for found in results:
        ranked = ranked and found.ordered
        if found.failed is not None:
            failed[found.query] = found.failed
            continue
        rankings[found.query] = tuple(found.chunks)
        if found.scores is not None:
            scores[found.query] = tuple(found.scores)
    return Run(name=name, rankings=rankings, scores=scores, failed=failed, ranked=ranked, header=header)
