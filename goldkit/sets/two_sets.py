"""The same pairs as two sets to score against: by people's grades, and by a model's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from goldkit.records import Label, Query
from goldkit.sets.golden import GoldenSet
from goldkit.sets.model_judges import BothGraded, decided_by_people
from goldkit.sets.scoreset import ScoreQuery, ScoreSet
from goldkit.store.facts import facts_of


def of_whole_queries(golden: GoldenSet, both: Iterable[BothGraded]) -> list[BothGraded]:
    """The pairs of queries of which the model graded all that people decided.

    Of a query that is known in part, what a run found may be among the rest, and the order of the runs would be one of chance.
    """
    pairs = list(both)
    decided = Counter(label.query for label in decided_by_people(golden))
    found = Counter(pair.query for pair in pairs)
    return [pair for pair in pairs if found[pair.query] == decided[pair.query]]


def two_sets(golden: GoldenSet, both: Iterable[BothGraded]) -> tuple[ScoreSet, ScoreSet]:
    """People's set and the model's: only pairs that both graded, and their safe copies, have a label."""
    pairs: dict[str, list[BothGraded]] = {}
    for pair in both:
        pairs.setdefault(pair.query, []).append(pair)
    people = {query: {pair.chunk: pair.people for pair in own} for query, own in sorted(pairs.items())}
    model = {query: {pair.chunk: pair.model for pair in own} for query, own in sorted(pairs.items())}
    return _set(golden, people), _set(golden, model)


def _set(golden: GoldenSet, grades: Mapping[str, Mapping[str, int]]) -> ScoreSet:
    settings = golden.settings
    return ScoreSet(
        name="dev",
        queries=tuple(_query(golden, golden.queries[name], own) for name, own in grades.items()),
        scale=settings.scale,
        k=settings.k,
        primary=settings.primary,
        margin=settings.margin,
    )


def _query(golden: GoldenSet, query: Query, grades: Mapping[str, int]) -> ScoreQuery:
    labels = dict(_labels(golden, query, grades))
    facts = facts_of(query, labels, golden.folded.pairs, golden.settings.scale, golden.folded.carried.get(query.id))
    return ScoreQuery(id=query.id, text=query.text, origin=query.origin, block=query.id, facts=facts, labels=labels)


def _labels(golden: GoldenSet, query: Query, grades: Mapping[str, int]) -> Iterator[tuple[str, Label]]:
    """The graded chunks and what is derived from them, with the grade of what it is derived from."""
    for chunk, label in golden.folded.labels[query.id].items():
        source = chunk if chunk in grades else label.derived_from
        if source is not None and source in grades:
            yield chunk, replace(label, grade=grades[source], disputed=False)
