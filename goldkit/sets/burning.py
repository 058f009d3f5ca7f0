"""Burning: a query of a frozen set that somebody saw is written down as such, before it is shown."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from goldkit.errors import UsageError
from goldkit.records import SplitLine
from goldkit.sets.scoreset import ScoreSet
from goldkit.store.golden import GoldenDirectory

WHY = "score --burn"
EXPORTED = "export --burn"
TUNED = "score --tune"
"""Why a query is burned, in split.jsonl."""


def burn_place(scored: ScoreSet) -> GoldenDirectory:
    """The golden directory whose split.jsonl records what was shown of a frozen set.

    Raises UsageError where the set lies in no golden directory: nothing is shown that nobody could learn of.
    """
    golden = golden_of(scored.path) if scored.path is not None else None
    if golden is None:
        raise UsageError(
            f"{scored.name} lies in no golden directory, so there is no split.jsonl to record what was shown; "
            "go where it was frozen"
        )
    return golden


def burned_of(path: Path) -> frozenset[str]:
    """The ids of the queries that were shown of the golden directory around a frozen set, of any side; none where it has none."""
    golden = golden_of(path)
    return frozenset(line.query for line in golden.split() if line.burned) if golden else frozenset()


def record_burned(scored: ScoreSet, queries: Iterable[str], at: str, why: str = WHY) -> list[str]:
    """Write down queries that are about to be shown, and return those that were not shown before, sorted.

    Raises as burn_place, and IncompleteError when the disk is full: then nothing may be shown.
    """
    return burn_queries(burn_place(scored), queries, at, why)


def burn_queries(golden: GoldenDirectory, queries: Iterable[str], at: str, why: str) -> list[str]:
    """The same of queries of any frozen sets of a golden directory. Raises IncompleteError when the disk is full."""
    new = sorted(set(queries) - {line.query for line in golden.split() if line.burned})
    golden.append("split.jsonl", [SplitLine(query=query, burned=True, at=at, why=why) for query in new])
    return new


def tuned_place(scored: ScoreSet) -> GoldenDirectory:
    """The golden directory whose split.jsonl records that a set was tuned on. Raises UsageError for a set that is in none."""
    if scored.home is None:
        raise UsageError(
            f"{scored.name} is no part of a golden directory, so nothing of it is ever held out: leave out --tune"
        )
    return GoldenDirectory(scored.home)


def record_tuned(scored: ScoreSet, at: str) -> list[str]:
    """Write down that all queries of a set were tuned on: none of them enters a later hold-out. Returns the new ones, sorted."""
    golden = tuned_place(scored)
    known = {line.query for line in golden.split() if line.burned}
    new = sorted({query.id for query in scored.queries} - known)
    golden.append("split.jsonl", [SplitLine(query=query, burned=True, at=at, why=TUNED) for query in new])
    return new


def golden_of(path: str | Path) -> GoldenDirectory | None:
    """The golden directory that a frozen set lies in, None where it lies in none."""
    folder = Path(path).resolve()
    golden = GoldenDirectory(folder.parent.parent)
    return golden if folder.parent.name == "frozen" and golden.exists() else None
