"""Small sets and runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from goldkit.files.canonical import sha256_text
from goldkit.records import Chunk, Copy, Fact, Judgment, Label, Query, Run, Scale
from goldkit.results.pool import Pooled
from goldkit.scoring.pool import pool
from goldkit.sets.pool_subject import pool_subject
from goldkit.sets.scoreset import ScoreQuery, ScoreSet, facts_of_labels
from goldkit.store.golden import GoldenDirectory

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


KILN_AT = "2026-12-01T10:00:00Z"
KILN_CORPUS = tuple(
    Chunk(id=name, text=text, sha256=sha256_text(text))
    for name, text in {
        "kiln#1": "The kiln is lit at six and is hot at nine.",
        "kiln#2": "Open the kiln only when it is cold.",
        "kiln#3": "The kiln is lit at six, and is hot at nine.",
        "glaze": "Glaze is mixed with rain water.",
        "clay": "Clay rests for two days.",
        "oven": "An oven bakes bread; a kiln does not.",
        "shop": "The shop opens at ten.",
        "sieve": "Sieve the ash twice.",
    }.items()
)
KILN_QUERIES = (
    Query(id="hot", text="when is the kiln hot?"),
    Query(id="mix", text="what is glaze mixed with?"),
    Query(id="rest", text="and how long?", context="how long does clay rest?"),
    Query(id="never", text="who won the cup?", answerable="no"),
)
SECRET_A = {"hot": ("kiln#1", "oven", "gone"), "mix": ("glaze", "shop"), "rest": ("clay", "kiln#2")}
SECRET_B = {"hot": ("kiln#2", "kiln#1", "kiln#3"), "mix": ("sieve",), "never": ("shop",)}
KILN_RUNS = (Run(name="dense-secret", rankings=SECRET_A), Run(name="hybrid-secret", rankings=SECRET_B))


def kiln_say(query: str, chunk: str, grade: int, by: str = "ana") -> Judgment:
    return Judgment(query=query, chunk=chunk, grade=grade, status="decided", source="human", by=by, at=KILN_AT)


@pytest.fixture
def golden(tmp_path: Path) -> GoldenDirectory:
    """A golden directory about a kiln: four questions, two labels, a copy."""
    directory = GoldenDirectory(tmp_path / "golden")
    directory.create()
    directory.rewrite_queries(lambda _: KILN_QUERIES)
    directory.append("judgments.jsonl", [kiln_say("hot", "kiln#1", 3), kiln_say("mix", "glaze", 3)])
    copy = {"jaccard": 0.9, "containment": (0.95, 0.95), "verdict": "same", "by": "goldkit widen", "at": KILN_AT}
    directory.append("copies.jsonl", [Copy(a="kiln#1", b="kiln#3", **copy)])
    return directory


def pooled(
    golden: GoldenDirectory, runs: Sequence[Run] = KILN_RUNS, corpus: Sequence[Chunk] = KILN_CORPUS, **more
) -> Pooled:
    subject = pool_subject(golden, more.pop("name", "dev"))
    return pool(subject, runs, corpus, **{"depth": 3, "at": KILN_AT, "bm25": False, **more})


def asked(result: Pooled) -> list[tuple[str, str]]:
    return sorted((line.query, line.chunk) for line in result.proposals)


def tree(folder: Path) -> dict[str, bytes]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != ".lock")
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


@pytest.fixture(scope="session")
def kiln() -> SimpleNamespace:
    """kiln.runs, kiln.corpus, kiln.pooled, kiln.asked, kiln.say, kiln.tree: what pooling tests share beside `golden`."""
    return SimpleNamespace(runs=KILN_RUNS, corpus=KILN_CORPUS, pooled=pooled, asked=asked, say=kiln_say, tree=tree)
