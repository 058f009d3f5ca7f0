"""Facts: for one query, which relevant chunks say the same, so that any one of them suffices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from goldkit.records import Fact, Label, Query, Scale
from goldkit.store.carried import Carried, Stretches, given, name_of, with_carried
from goldkit.store.components import components
from goldkit.store.counting import Counting
from goldkit.store.pairs import Pairs


def counting_labels(labels: Mapping[str, Label], counting: Counting = "derived") -> dict[str, Label]:
    """One query's labels that count, by chunk. A disputed or ungraded label never does."""
    return {chunk: label for chunk, label in labels.items() if _counts(label, counting)}


def facts_of(
    query: Query,
    labels: Mapping[str, Label],
    pairs: Pairs,
    scale: Scale,
    carried: Mapping[str, Sequence[Carried]] | None = None,
) -> tuple[Fact, ...]:
    """The facts of one query over labels that count, sorted by their first chunk.

    The connected components of its relevant chunks under `same` pairs, and under `differs` pairs that a quote settled for this
    query. Facts that came with the query stand instead, each widened by the relevant safe copies of its members. carried: chunk
    → what rebased lines say of it: such a chunk is in the facts that they name, wholly or with a part.
    """
    found = stretches_of(query, labels, pairs, scale, carried or {})
    facts = [fact for one in found for fact in one.facts()]
    return tuple(facts) if query.facts else tuple(sorted(facts, key=lambda fact: (fact.any, fact.part_of or "")))


def stretches_of(
    query: Query,
    labels: Mapping[str, Label],
    pairs: Pairs,
    scale: Scale,
    carried: Mapping[str, Sequence[Carried]],
) -> list[Stretches]:
    """The facts of one query by name, each with its relevant chunks and what they hold of it. Arguments as of facts_of."""
    relevant = {chunk for chunk, label in labels.items() if scale.is_relevant(label.grade)}
    moved = {chunk: tuple(carried[chunk]) for chunk in sorted(relevant) if carried.get(chunk)}
    if query.facts:
        named = given(query.facts)
        found = zip(named, _given(query.facts, relevant, labels, pairs), strict=True)
        bases = [replace(one, covers={chunk: [(0.0, 1.0)] for chunk in fact.any}) for one, fact in found]
        return with_carried(bases, moved)
    moved |= _copies_of_moved(relevant - moved.keys(), moved, labels, pairs)
    return with_carried(*_components(relevant, moved, labels, pairs))


def _components(
    relevant: set[str], moved: dict[str, tuple[Carried, ...]], labels: Mapping[str, Label], pairs: Pairs
) -> tuple[list[Stretches], dict[str, tuple[Carried, ...]]]:
    """The facts that the chunks make which no line carried, and what was carried, with one name for each fact.

    A name is tied to the chunk that its lines stem from, and to copies of a chunk that was carried whole.
    """
    own = relevant - moved.keys()
    ties = _joined(own, labels, pairs)
    alone = {chunk: entries[0].fact for chunk, entries in moved.items() if len(entries) == 1 and entries[0].whole}
    for name, chunk in [*_origins(own, moved, labels), *_tied_copies(own, alone, pairs)]:
        ties.setdefault(f"\0{name}", set()).add(chunk)
        ties.setdefault(chunk, set()).add(f"\0{name}")
    bases: list[Stretches] = []
    now: dict[str, str] = {}
    for component in components(ties):
        names = [one[1:] for one in component if one.startswith("\0")]
        chunks = [one for one in component if not one.startswith("\0")]
        name = names[0] if names else name_of([chunks[0], labels[chunks[0]].text_sha256])
        now |= dict.fromkeys(names, name)
        bases.append(Stretches(name, {chunk: [(0.0, 1.0)] for chunk in chunks}))
    renamed = {
        chunk: tuple(replace(one, fact=now.get(one.fact, one.fact)) for one in entries)
        for chunk, entries in moved.items()
    }
    return bases, renamed


def _origins(
    own: set[str], moved: Mapping[str, Sequence[Carried]], labels: Mapping[str, Label]
) -> list[tuple[str, str]]:
    """(name, chunk) of the chunks that carried labels stem from, where they still are what was judged then."""
    return [
        (one.fact, one.chunk)
        for entries in moved.values()
        for one in entries
        if one.chunk in own and one.text_sha256 in (None, labels[one.chunk].text_sha256)
    ]


def _tied_copies(own: set[str], alone: Mapping[str, str], pairs: Pairs) -> list[tuple[str, str]]:
    """(name, chunk or other name) for each `same` pair of a chunk that was carried whole."""
    found = []
    for chunk, name in alone.items():
        for copy in pairs.same.get(chunk, ()):
            if copy in own:
                found.append((name, copy))
            elif alone.get(copy, name) != name:
                found.append((name, f"\0{alone[copy]}"))
    return found


def _copies_of_moved(
    own: set[str], moved: Mapping[str, tuple[Carried, ...]], labels: Mapping[str, Label], pairs: Pairs
) -> dict[str, tuple[Carried, ...]]:
    """A copy of a chunk that holds parts, or several facts, holds what that one holds; so does any derived one."""
    found = {}
    for chunk in sorted(own):
        source = labels[chunk].derived_from
        several = [one for one in pairs.same.get(chunk, ()) if one in moved and _several(moved[one])]
        first = source if source in moved else next(iter(several), None)
        if first is not None:
            found[chunk] = moved[first]
    return found


def _several(entries: Sequence[Carried]) -> bool:
    return len(entries) > 1 or not entries[0].whole


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
