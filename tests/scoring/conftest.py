"""Small sets and runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from goldkit.records import Fact, Label, Run, Scale
from goldkit.sets.scoreset import ScoreQuery, ScoreSet, facts_of_labels

BINARY = Scale(max=1, relevant_from=1)


def query(name: str, grades: Mapping[str, int | None], scale: Scale = BINARY, **rest: Any) -> ScoreQuery:
    labels = {chunk: Label(query=name, chunk=chunk, grade=grade, status="decided") for chunk, grade in grades.items()}
    given = {"text": name, "origin": "log", "block": name, "facts": facts_of_labels(labels, scale), **rest}
    return ScoreQuery(id=name, labels=labels, **given)


def fact(*chunks: str, share: float = 1.0) -> Fact:
    return Fact(any=chunks, share=share)


def scoreset(*queries: ScoreQuery, **rest: Any) -> ScoreSet:
    return ScoreSet(**{"name": "set", "queries": queries, "scale": BINARY, "margin": 0.02, **rest})


def run(name: str, rankings: Mapping[str, Sequence[str]], **rest: Any) -> Run:
    return Run(name=name, rankings={query: tuple(chunks) for query, chunks in rankings.items()}, **rest)


def scored_run(name: str, scores: Mapping[str, Mapping[str, float]], **rest: Any) -> Run:
    """A run of scores alone."""
    return run(
        name,
        {query: tuple(found) for query, found in scores.items()},
        scores={query: tuple(found.values()) for query, found in scores.items()},
        **{"ranked": False, **rest},
    )


@pytest.fixture(scope="session")
def make() -> SimpleNamespace:
    """make.query, make.fact, make.scoreset, make.run, make.scored_run."""
    return SimpleNamespace(query=query, fact=fact, scoreset=scoreset, run=run, scored_run=scored_run)
