"""Facts: for one query, which relevant chunks say the same, so that any one of them suffices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from goldkit.records import Fact, Label, Query, Scale
from goldkit.store.components import components
from goldkit.store.pairs import Pairs

Counting = Literal["decided", "derived", "llm", "proposed"]
"""Which labels count: decided ones, these and derived ones (the default), these and an LLM judge's, or all."""


def counting_labels(labels: Mapping[str, Label], counting: Counting = "derived") -> dict[str, Label]:
    """One query's labels that count, by chunk. A disputed or ungraded label never does."""
    return {chunk: label for chunk, label in labels.items() if _counts(label, counting)}


def facts_of(query: Query, labels: Mapping[str, Label], pairs: Pairs, scale: Scale) -> tuple[Fact, ...]:
    """The facts of one query over labels that count, sorted by their first chunk.

    The connected components of its relevant chunks under `same` pairs, and under `differs` pairs that a quote settled for this
    query. Facts that came with the query stand instead, each widened by the relevant safe copies of its members.
    """
    relevant = {chunk for chunk, label in labels.items() if scale.is_relevant(label.grade)}
    if query.facts:
        return _given(query.facts, relevant, labels, pairs)
    return tuple(Fact(any=component) for component in components(_joined(relevant, labels, pairs)))


def _joined(relevant: set[str], labels: Mapping[str, Label], pairs: Pairs) -> dict[str, set[str]]:
    """Relevant chunk → the relevant chunks that say the same for this query. A pair that is safe one way only joins nothing."""
    joined = {chunk: relevant.intersection(pairs.same.get(chunk, ())) for chunk in relevant}
    for chunk in relevant:
        source = labels[chunk].derived_from
        if source in relevant and chunk not in pairs.towards.get(source, ()):
            joined[chunk].add(source)
            joined[source].add(chunk)
    return joined


def _given(facts: tuple[Fact, ...], relevant: set[str], labels: Mapping[str, Label], pairs: Pairs) -> tuple[Fact, ...]:
    widened = []
    for fact in facts:
        members = set(fact.any) & relevant
        members |= {chunk for chunk in relevant if labels[chunk].derived_from in members}
        members |= {copy for chunk in set(members) for copy in pairs.same.get(chunk, ()) if copy in relevant}
        if members:
            widened.append(replace(fact, any=tuple(sorted(members))))
    return tuple(widened)


def _counts(label: Label, counting: Counting) -> bool:
    if label.disputed or label.grade is None:
        return False
    if label.status == "decided" or counting == "proposed":
        return True
    if label.status == "derived":
        return counting != "decided"
    return counting == "llm" and label.source == "llm"
