"""Small random queries with holes, and the one thing every bound is held against: judging the holes in every possible way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from random import Random
from types import SimpleNamespace

import pytest

from goldkit.bounds.situation import Situation, meet
from goldkit.measures.names import Measure
from goldkit.measures.truth import truth
from goldkit.records import Fact, Label, Scale


@dataclass(frozen=True)
class Case:
    """One query: judged facts, two rankings, and the chunks of the pool that nobody judged."""

    scale: Scale
    grades: dict[str, int]
    facts: tuple[Fact, ...]
    before: tuple[str, ...]
    after: tuple[str, ...]
    pool: tuple[str, ...]

    @property
    def gains(self) -> list[int]:
        return [self.scale.gain(grade) for grade in range(self.scale.relevant_from, self.scale.max + 1)]

    @property
    def situation(self) -> Situation:
        known = truth(self.facts, self.labels(self.grades), self.scale)
        return meet(known, self.before, self.after, self.pool)

    def labels(self, grades: dict[str, int]) -> dict[str, Label]:
        return {chunk: Label(query="q", chunk=chunk, grade=grade, status="decided") for chunk, grade in grades.items()}

    def judged(self) -> Iterator[Situation]:
        """Every judgment of the holes that leaves the query with a fact, scored afresh: no hole is left."""
        for grades in product(range(self.scale.max + 1), repeat=len(self.pool)):
            all_grades = {**self.grades, **dict(zip(self.pool, grades, strict=True))}
            facts = [*self.facts, *(Fact(any=(chunk,)) for chunk in self.pool)]
            known = truth(facts, self.labels(all_grades), self.scale)
            if known.shares:
                yield meet(known, self.before, self.after, ())


def span(case: Case, measure: Measure, single: bool = False) -> tuple[float, float] | None:
    """Lowest and highest delta (or value of the later run) by enumeration; None where no judgment gives one."""
    values = [measure(s.after) - (0 if single else measure(s.before)) for s in case.judged()]
    return (min(values), max(values)) if values else None


def random_case(random: Random, most_holes: int = 4, top: int = 1, plain: bool = False) -> Case:
    """plain: every fact with a share of 1 and chunks of its own."""
    scale = Scale(max=top, relevant_from=random.randint(1, top))
    known = [f"k{place}" for place in range(random.randint(0, 5))]
    grades = {chunk: random.randint(0, top) for chunk in known}
    unknown = [f"h{place}" for place in range(random.randint(0, most_holes))]
    lists = []
    for _ in range(2):
        chunks = random.sample([*known, *unknown], random.randint(0, len(known) + len(unknown)))
        if chunks and random.random() < 0.1:
            chunks.insert(random.randint(0, len(chunks)), random.choice(chunks))
        lists.append(tuple(chunks))
    return Case(scale, grades, _facts(random, known, plain), lists[0], lists[1], tuple(unknown))


def _facts(random: Random, known: list[str], plain: bool) -> tuple[Fact, ...]:
    if plain or random.random() < 0.3:
        place, facts = 0, []
        while place < len(known):
            size = random.randint(1, 2)
            facts.append(Fact(any=tuple(known[place : place + size])))
            place += size
        return tuple(facts)
    several = random.random() < 0.5
    facts = [
        Fact(
            any=tuple(random.sample(known, random.randint(1, min(2, len(known))))), share=random.choice([1, 0.5, 0.25])
        )
        if several
        else Fact(any=(chunk,), share=random.choice([1, 0.5, 0.25, 2]))
        for chunk in known
    ]
    return tuple(facts)


@pytest.fixture(scope="session")
def cases() -> SimpleNamespace:
    """cases.random, cases.span, cases.Case."""
    return SimpleNamespace(random=random_case, span=span, Case=Case)
