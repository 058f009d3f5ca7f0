"""A small result that has everything a report shows: two origins, tags, a hole, a query without a relevant label."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from uncounted import score

from goldkit.records import Label, Run, Scale
from goldkit.results.score import ScoreResult
from goldkit.scoring.options import ScoreOptions
from goldkit.sets.scoreset import ScoreQuery, ScoreSet, facts_of_labels

SCALE = Scale(max=1, relevant_from=1)


def made(
    names: tuple[str, ...] = ("before", "after"), tag: str = "exact", per_query: bool = False, **rest: object
) -> ScoreResult:
    """names: of the runs; the second is better, a third is the same as the first, a fourth is worse."""
    queries = []
    for number in range(40):
        grades = {"a": 1, "b": 1} if number < 38 else {}
        labels = {
            chunk: Label(query="q", chunk=chunk, grade=grade, status="decided") for chunk, grade in grades.items()
        }
        facts = facts_of_labels(labels, SCALE)
        origin, tags = ("log", (tag,)) if number % 2 else ("synthetic", ("vague",))
        tags = tags if grades else ("junk",)
        name = f"q{number:02}"
        queries.append(
            ScoreQuery(id=name, text=name, origin=origin, block=name, tags=tags, facts=facts, labels=labels)  # type: ignore[arg-type]
        )
    before = {query.id: ("a", "x") for query in queries[1:]}
    after = {query.id: ("a", "b") if place < 22 else ("x", "a") for place, query in enumerate(queries)}
    worse = {query.id: ("x", "a") if place < 30 else ("x", "y") for place, query in enumerate(queries)}
    runs = [
        Run(name=name, rankings=rankings) for name, rankings in zip(names, (before, after, before, worse), strict=False)
    ]
    wanted = ScoreSet(**{"name": "core", "queries": tuple(queries), "scale": SCALE, **rest})  # type: ignore[arg-type]
    return score(
        wanted, runs, options=ScoreOptions(replicates=2000, per_query=per_query, limit=3 if per_query else None)
    )


@pytest.fixture(scope="session")
def scored() -> Callable[..., ScoreResult]:
    """scored(names, tag=…, **fields of the ScoreSet)."""
    return made
