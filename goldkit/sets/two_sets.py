"""The same pairs as two sets to score against: by people's grades, and by a model's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from goldkit.records import Label, Query
from goldkit.sets.golden import GoldenSet
from goldkit.sets.model_judges import BothGraded
from goldkit.sets.scoreset import ScoreQuery, ScoreSet
from goldkit.store.facts import facts_of


def two_sets(golden: GoldenSet, both: Iterable[BothGraded]) -> tuple[ScoreSet, ScoreSet]:
    """People's set and the model's: only pairs that both graded have a label, so that nothing but the grades differs."""
    pairs: dict[str, list[BothGraded]] = {}
    for pair in both:
        pairs.setdefault(pair.query, []).append(pair)
    people = {query: {one.chunk: _label(one, one.people) for one in own} for query, own in sorted(pairs.items())}
    model = {query: {one.chunk: _label(one, one.model) for one in own} for query, own in sorted(pairs.items())}
    return _set(golden, people), _set(golden, model)


def _label(pair: BothGraded, grade: int) -> Label:
    return Label(query=pair.query, chunk=pair.chunk, grade=grade, status="decided", text_sha256=pair.text_sha256)


def _set(golden: GoldenSet, labels: Mapping[str, Mapping[str, Label]]) -> ScoreSet:
    queries: Sequence[ScoreQuery] = [_query(golden, golden.queries[name], own) for name, own in labels.items()]
    settings = golden.settings
    return ScoreSet(
        name="dev",
        queries=tuple(queries),
        scale=settings.scale,
        k=settings.k,
        primary=settings.primary,
        margin=settings.margin,
    )


def _query(golden: GoldenSet, query: Query, labels: Mapping[str, Label]) -> ScoreQuery:
    facts = facts_of(query, labels, golden.folded.pairs, golden.settings.scale, golden.folded.carried.get(query.id))
    return ScoreQuery(id=query.id, text=query.text, origin=query.origin, block=query.id, facts=facts, labels=labels)
