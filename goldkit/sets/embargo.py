"""Which side each query is on: as split.jsonl says, and embargoed where it came later and repeats what a frozen set asks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from goldkit.errors import DataError
from goldkit.files import canonical
from goldkit.records import Judgment, Query, SplitLine
from goldkit.sets.blocks import hard_ties
from goldkit.sets.frozen import open_frozen
from goldkit.store.golden import GoldenDirectory
from goldkit.store.moments import moment
from goldkit.store.pairs import fold_pairs

EMBARGOED = "embargoed"
"""The side of a query that would tie a frozen set to `dev`: in neither."""


def sides_of(split: Iterable[SplitLine]) -> dict[str, str]:
    """Query id → frozen name or "embargoed", for those that a line gives a side.

    One once frozen stays so, wherever a merge left its line; an embargoed one may be frozen later.
    """
    sides: dict[str, str] = {}
    for line in sorted(split, key=lambda line: (moment(line.at), canonical.encode(line))):
        if line.side is not None and sides.get(line.query, EMBARGOED) == EMBARGOED:
            sides[line.query] = line.side
    return sides


def sides_in(directory: GoldenDirectory) -> dict[str, str]:
    """The same for a golden directory, with what a freeze sealed and did not write into split.jsonl because it was killed."""
    sides = sides_of(directory.split())
    for name in directory.frozen_names():
        try:
            frozen = open_frozen(directory.path / "frozen" / name)
        except (DataError, OSError):
            continue  # check tells
        sides |= {query.id: name for query in frozen.queries if not is_frozen(sides, query.id)}
        for query in frozen.manifest.embargoed:
            sides.setdefault(query, EMBARGOED)
    return sides


def is_frozen(sides: Mapping[str, str], query: str) -> bool:
    """Whether a query is on the side of a frozen set."""
    return sides.get(query, EMBARGOED) != EMBARGOED


def tied_to_frozen(
    queries: Collection[Query], sides: Mapping[str, str], ties: Iterable[Sequence[str]]
) -> dict[str, str]:
    """Query id → the frozen set of which it repeats a query, for those that have no side and are not set aside.

    Whoever tunes on such a query tunes on that set. sides: query id → its side. ties: as hard_ties gives them. A tie does not
    lead on through a third query: one that resembles both a frozen and an old query of `dev` moves neither.
    """
    free = {query.id for query in queries if query.id not in sides and query.aside is None}
    found: dict[str, str] = {}
    for tie in ties:
        frozen = [sides[one] for one in tie if is_frozen(sides, one)]
        if frozen:
            found |= {one: min(*frozen, found.get(one, frozen[0])) for one in tie if one in free}
    return found


def out_of_dev(directory: GoldenDirectory) -> frozenset[str]:
    """Ids of the queries that are frozen, or embargoed by a line or by a tie: for those who read a directory without folding it."""
    sides = sides_in(directory)
    if not any(is_frozen(sides, query) for query in sides):
        return frozenset(sides)  # comparing all wordings takes long, and all queries much memory
    queries = directory.queries()
    ties = hard_ties(queries, fold_pairs(directory.copies()).same)
    return frozenset(sides) | tied_to_frozen(queries, sides, ties).keys()


def decided_only_for(queries: Collection[str], judgments: Iterable[Judgment]) -> frozenset[str]:
    """The chunks that are decided for some of these queries and for no other."""
    chunks: dict[bool, set[str]] = {True: set(), False: set()}
    for line in judgments:
        if line.status == "decided":
            chunks[line.query in queries].add(line.chunk)
    return frozenset(chunks[True] - chunks[False])
