"""What freezing keeps together: blocks whose weakest soft ties were cut where they would have made too large a part one block.

Soft ties (a shared fact, overlapping windows of one document) chain: in a set where most chunks answer several questions, they
join nearly all of it, and such a set could not be parted at all. Hard ties are never cut.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from goldkit.records import Chunk, Fact, Query
from goldkit.sets.blocks import overlapping

ONE_IN = 10
"""A group stays below one in so many of the queries that count, unless hard ties alone make it larger."""
CROWD = 200
"""Of more queries than these on one chunk each is compared with its neighbours only: pairs grow with the square."""

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Groups:
    """of: query id → group. cut: soft ties between two groups, sorted. soft: how many soft ties there are in all.

    whole: counted queries of the largest group, had nothing been cut.
    """

    of: Mapping[str, str]
    cut: tuple[Pair, ...] = ()
    soft: int = 0
    whole: int = 0

    def across(self) -> dict[str, set[str]]:
        """query id → those that a cut tie leads to."""
        found: dict[str, set[str]] = defaultdict(set)
        for one, other in self.cut:
            found[one].add(other)
            found[other].add(one)
        return dict(found)


def groups(
    queries: Sequence[Query],
    facts: Mapping[str, Sequence[Fact]],
    chunks: Iterable[Chunk],
    hard: Iterable[Sequence[str]],
    counted: Collection[str],
) -> Groups:
    """The groups of these queries, whatever their order. hard: their hard ties. counted: ids of those that the sizes count.

    The strongest ties are taken first, and one that would make a group of a tenth of the counted queries is cut; two queries may
    always stay together. How strong: the part of both queries' chunks that they share; overlapping windows come after shared facts.
    """
    ordered = sorted(queries, key=lambda query: query.id)
    own = {query.id: {chunk for fact in facts.get(query.id, ()) for chunk in fact.any} for query in ordered}
    small = _Forest(own, counted)
    for tied in hard:
        for one, other in pairwise(tied):
            small.join(one, other)
    ties = _soft(own, chunks)
    whole = small.copy()
    for pair in ties:
        whole.join(*pair)
    limit = max(2, -(-len(counted) // ONE_IN) - 1)
    for one, other in sorted(ties, key=lambda pair: (-ties[pair][0], -ties[pair][1], pair)):
        if small.together(one, other) <= limit:
            small.join(one, other)
    names = small.names()
    cut = tuple(sorted(pair for pair in ties if names[pair[0]] != names[pair[1]]))
    return Groups(names, cut, len(ties), whole.largest())


def _soft(own: Mapping[str, set[str]], chunks: Iterable[Chunk]) -> dict[Pair, tuple[float, int]]:
    """Each pair of queries with a soft tie → how strong it is: (the part of their chunks that is shared, overlapping windows)."""
    by_chunk: dict[str, list[str]] = defaultdict(list)
    for query in sorted(own):
        for chunk in own[query]:
            by_chunk[chunk].append(query)
    shared = {pair for members in by_chunk.values() for pair in _pairs(members)}
    windows: dict[Pair, int] = defaultdict(int)
    for one, other in overlapping(chunk for chunk in chunks if chunk.id in by_chunk):
        for a in by_chunk[one][:CROWD]:
            for b in by_chunk[other][:CROWD]:
                if a != b:
                    windows[min(a, b), max(a, b)] += 1
    return {
        (a, b): (len(own[a] & own[b]) / len(own[a] | own[b]), windows.get((a, b), 0))
        for a, b in shared | windows.keys()
    }


def _pairs(members: Sequence[str]) -> Iterator[Pair]:
    return combinations(members, 2) if len(members) <= CROWD else pairwise(members)


class _Forest:
    """Union-find over queries; a group's size is its number of counted queries."""

    def __init__(self, queries: Iterable[str], counted: Collection[str]) -> None:
        self._parent = {query: query for query in queries}
        self._size = {query: int(query in counted) for query in self._parent}

    def copy(self) -> _Forest:
        twin = _Forest((), ())
        twin._parent, twin._size = dict(self._parent), dict(self._size)
        return twin

    def join(self, one: str, other: str) -> None:
        a, b = sorted((self._root(one), self._root(other)))
        if a != b:
            self._parent[b] = a
            self._size[a] += self._size.pop(b)

    def together(self, one: str, other: str) -> int:
        """The size of the group that both would be in."""
        a, b = self._root(one), self._root(other)
        return self._size[a] + (self._size[b] if a != b else 0)

    def largest(self) -> int:
        return max(self._size.values(), default=0)

    def names(self) -> dict[str, str]:
        """query id → its group, named by its smallest id."""
        return {query: self._root(query) for query in self._parent}

    def _root(self, query: str) -> str:
        while self._parent[query] != query:
            self._parent[query] = self._parent[self._parent[query]]
            query = self._parent[query]
        return query
