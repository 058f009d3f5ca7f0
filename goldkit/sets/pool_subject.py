"""What is pooled for: `dev`, or a frozen set together with what was judged about its queries since it was sealed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from goldkit.errors import UsageError
from goldkit.records import Fact, Judgment, Label
from goldkit.sets.frozen import read_frozen
from goldkit.sets.golden import GoldenSet, dev_set, read_golden
from goldkit.sets.resolve import DEV
from goldkit.sets.scoreset import ScoreQuery, ScoreSet
from goldkit.store.golden import GoldenDirectory


@dataclass(frozen=True, slots=True)
class PoolSubject:
    """A golden directory, folded and line by line, and the set that is pooled for, ready to be scored against."""

    golden: GoldenSet
    judgments: Sequence[Judgment]
    scoreset: ScoreSet

    @property
    def queries(self) -> list[ScoreQuery]:
        """The queries to pool for: all but those known to have no answer."""
        return [query for query in self.scoreset.queries if not query.unanswerable]

    @property
    def side(self) -> str | None:
        """The frozen set's name; None for `dev`."""
        return self.scoreset.name if self.scoreset.frozen else None

    def question(self, query: ScoreQuery) -> str:
        """What a query asks, after the turn before where it is a follow-up."""
        known = self.golden.queries.get(query.id)
        return f"{known.context}\n{query.text}" if known is not None and known.context else query.text


def pool_subject(directory: GoldenDirectory, name: str = DEV) -> PoolSubject:
    """The subject that `dev` or the name of a frozen set means: only these have a review queue. Raises UsageError for another."""
    if name != DEV and name not in directory.frozen_names():
        there = ", ".join([DEV, *directory.frozen_names()])
        raise UsageError(f"{name!r}: what is pooled goes into the review queue of {directory.path}, which has {there}")
    golden = read_golden(directory)
    if name == DEV:
        return PoolSubject(golden, directory.judgments(), dev_set(golden))
    sealed, _ = read_frozen(directory.path / "frozen" / name)
    queries = tuple(_since(golden, query) for query in sealed.queries)
    return PoolSubject(golden, directory.judgments(), replace(sealed, queries=queries))


def _since(golden: GoldenSet, query: ScoreQuery) -> ScoreQuery:
    """A sealed query with the labels that were given to other chunks since; what is sealed stands."""
    if query.id not in golden.queries:
        return query
    labels = {**golden.labels(query.id), **query.labels}
    return replace(query, labels=labels, facts=_facts(query, golden.facts(query.id), labels))


def _facts(query: ScoreQuery, since: Sequence[Fact], labels: Mapping[str, Label]) -> tuple[Fact, ...]:
    """The sealed facts, each widened by the copies that were found since, and the facts that are new."""
    sealed = {chunk for fact in query.facts for chunk in fact.any}
    facts = []
    for fact in query.facts:
        more = {chunk for other in since if not set(other.any).isdisjoint(fact.any) for chunk in other.any}
        facts.append(replace(fact, any=tuple(sorted({*fact.any, *(more - query.labels.keys())}))))
    new = [fact for fact in since if sealed.isdisjoint(fact.any) and query.labels.keys().isdisjoint(fact.any)]
    return (*facts, *new)
