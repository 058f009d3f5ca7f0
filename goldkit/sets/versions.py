"""Two versions of a frozen set beside each other: what is in both, and who changed what in between."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from goldkit.records import Fact, Judgment, Label
from goldkit.results.versions import Change, Versions
from goldkit.sets.frozen import FrozenSet
from goldkit.store.moments import moment

Key = tuple[str, str | None, frozenset[tuple[str, int | None]], frozenset[Fact]]


def compare_versions(
    before: FrozenSet, after: FrozenSet, judgments: Iterable[Judgment], burned: bool = False
) -> Versions:
    """What differs. judgments: the golden directory's, which tell who changed a label and why."""
    words = [{query.id: (query.text, query.context) for query in one.queries} for one in (before, after)]
    old, new = (set(one) for one in words)
    changed = list(_changed(before, after, old & new))
    said = _newest(judgments, {(query, chunk) for query, chunk, *_ in changed}, after.manifest.at)
    return Versions(
        before=before.manifest.name,
        after=after.manifest.name,
        added=tuple(sorted(new - old)),
        removed=tuple(sorted(old - new)),
        reworded=tuple(sorted(query for query in old & new if words[0][query] != words[1][query])),
        shared=len(old & new),
        alike=len(alike(before, after)),
        changes=tuple(_told(*change, said.get(change[:2]), after) for change in changed),
        parent=after.manifest.parent == before.manifest.digest,
        burned=burned,
    )


def alike(one: FrozenSet, other: FrozenSet) -> frozenset[str]:
    """The ids of queries that both hold with the same words, grades and facts: on these their scores mean the same."""
    first, second = _keys(one), _keys(other)
    return frozenset(query for query in first.keys() & second.keys() if first[query] == second[query])


def _keys(frozen: FrozenSet) -> dict[str, Key]:
    grades = _labels(frozen)
    return {
        query.id: (
            query.text,
            query.context,
            frozenset((chunk, label.grade) for chunk, label in grades[query.id].items()),
            frozenset(query.facts),
        )
        for query in frozen.queries
    }


def _labels(frozen: FrozenSet) -> Mapping[str, dict[str, Label]]:
    found: dict[str, dict[str, Label]] = defaultdict(dict)
    for label in frozen.labels:
        found[label.query][label.chunk] = label
    return found


def _changed(
    before: FrozenSet, after: FrozenSet, shared: set[str]
) -> Iterator[tuple[str, str, Label | None, Label | None]]:
    old, new = _labels(before), _labels(after)
    for query in sorted(shared):
        for chunk in sorted(old[query].keys() | new[query].keys()):
            one, other = old[query].get(chunk), new[query].get(chunk)
            if (one.grade if one else None) != (other.grade if other else None):
                yield query, chunk, one, other


def _newest(judgments: Iterable[Judgment], pairs: set[tuple[str, str]], until: str) -> dict[tuple[str, str], Judgment]:
    """Of each pair the newest judgment that the later version can have known, proposals apart."""
    found: dict[tuple[str, str], Judgment] = {}
    for line in judgments:
        pair, known = (line.query, line.chunk), line.status == "decided" and moment(line.at) <= moment(until)
        if known and pair in pairs and (pair not in found or moment(line.at) >= moment(found[pair].at)):
            found[pair] = line
    return found


def _told(
    query: str, chunk: str, one: Label | None, other: Label | None, line: Judgment | None, after: FrozenSet
) -> Change:
    label = other or one
    derived = label is not None and label.status == "derived"
    if "rebased" in after.manifest.parameters:
        by, why = "goldkit rebase", "carried to another corpus"
    elif line is None or derived:
        by, why = "goldkit widen", "a copy of a decided chunk" if other else "no copy of a decided chunk any more"
    else:
        by = line.by
        why = (
            line.reason or {"adjudicate": "adjudicated"}.get(line.role) or ("judged" if one is None else "judged again")
        )
    return Change(
        query=query,
        chunk=chunk,
        before=one.grade if one else None,
        after=other.grade if other else None,
        by=by,
        why=why,
        note=line.note if line else None,
    )
