"""Cranfield with copies in the corpus and in the runs, and what is true about it; for pooled_judgments.py."""

from __future__ import annotations

import random
import re
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from goldkit.files.canonical import sha256_text
from goldkit.formats.corpus import read_corpus
from goldkit.records import Chunk, Fact, Run, Scale
from goldkit.sets.plain import set_of
from goldkit.sets.resolve import resolve_set
from goldkit.sets.runs import read_run
from goldkit.sets.scoreset import ScoreSet

K = 10
SCALE = Scale(max=4, relevant_from=1)
NUMBER = re.compile(r"\d+")
VERB = re.compile(r"\b(is|are|was|were)\b")


@dataclass(frozen=True)
class World:
    """What is true: corpus with copies, runs that return them, and every pair's grade (0 where none is known)."""

    corpus: dict[str, Chunk]
    runs: tuple[Run, ...]
    queries: dict[str, str]
    grades: dict[str, dict[str, int]]
    original: dict[str, str]
    """copy id → the id of its original, for copies that say the same."""
    unaltered: tuple[Run, ...]
    """The runs before there were copies."""

    def grade(self, query: str, chunk: str) -> int:
        """The true grade of any pair."""
        return self.grades[query].get(self.original.get(chunk, chunk), 0)


def chunk_of(name: str, text: str) -> Chunk:
    return Chunk(id=name, text=text, sha256=sha256_text(text))


def rewrapped(text: str) -> str:
    """The same words in other lines, as another export of the same document has them."""
    return textwrap.fill(text, 60, break_on_hyphens=False)


def altered(text: str) -> str | None:
    """The text with another number in it, or with a negation where it has none."""
    if found := NUMBER.search(text):
        return text[: found.start()] + str(int(found.group()) + 1) + text[found.end() :]
    negated, times = VERB.subn(r"\1 not", text, count=1)
    return negated if times else None


def world(data: Path, seed: int) -> World:
    generator = random.Random(seed)
    folder = data / "cranfield"
    corpus = {chunk.id: chunk_of(chunk.id, chunk.text) for chunk in read_corpus(folder / "beir")}
    scored = resolve_set(str(folder / "beir"), Path("nowhere"))
    grades = {query.id: {chunk: label.grade or 0 for chunk, label in query.labels.items()} for query in scored.queries}
    texts = {query.id: query.text for query in scored.queries}
    runs = tuple(read_run(path) for path in sorted((folder / "runs").glob("*.trec")))
    runs = tuple(Run(name=run.name, rankings={q: run.rankings[q][: 3 * K] for q in run.rankings}) for run in runs)
    relevant = sorted(
        {chunk for own in grades.values() for chunk, grade in own.items() if grade and corpus[chunk].text}
    )
    chosen = generator.sample(relevant, len(relevant) // 3)
    same, changed, original = {}, {}, {}
    for place, chunk in enumerate(chosen):
        text = rewrapped(corpus[chunk].text) if place % 2 else altered(corpus[chunk].text)
        if text is None:
            continue
        copy = f"{chunk}-copy"
        corpus[copy] = chunk_of(copy, text)
        if place % 2:
            same[chunk], original[copy] = copy, chunk
        else:
            changed[chunk] = copy
    copies = same | changed
    returned = tuple(_with_copies(run, copies, generator.random(), generator) for run in runs)
    return World(corpus, returned, texts, grades, original, runs)


def _with_copies(run: Run, copies: Mapping[str, str], rate: float, generator: random.Random) -> Run:
    """A run that returns a copy in place of its original, or right behind it, as often as its own rate says."""
    rankings = {}
    for query, chunks in run.rankings.items():
        found: list[str] = []
        for chunk in chunks:
            if chunk not in copies or generator.random() > rate:
                found.append(chunk)
            elif generator.random() < 0.5:
                found.append(copies[chunk])
            else:
                found += [chunk, copies[chunk]]
        rankings[query] = tuple(found)
    return Run(name=run.name, rankings=rankings)


def truth_of(world: World) -> ScoreSet:
    """Every pair of the pool judged; copies that say the same are one fact."""
    labels = {
        query: {
            chunk: world.grade(query, chunk) for chunk in {*own, *(c for c, o in world.original.items() if o in own)}
        }
        for query, own in world.grades.items()
    }
    made = set_of(labels, "truth")
    copy_of = {original: copy for copy, original in world.original.items()}
    queries = tuple(
        replace(
            query,
            facts=tuple(
                Fact(any=tuple(sorted({chunk, copy_of.get(chunk, chunk)})))
                for chunk, grade in sorted(world.grades[query.id].items())
                if grade
            ),
        )
        for query in made.queries
    )
    return replace(made, queries=queries, scale=SCALE, k=K)
