"""Blocks: queries that are not independent of each other, so that statistics and splits must keep them together.

Hard ties: the same generator seed chunk or a copy of it, the same conversation, near-identical wording. Soft ties: a shared
fact, the same document window (labelled chunks of one document whose spans overlap).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from goldkit.records import Chunk, Fact, Query
from goldkit.store.components import components
from goldkit.text.wording import near_identical_pairs


def blocks_of(
    queries: Sequence[Query],
    facts: Mapping[str, Sequence[Fact]],
    chunks: Iterable[Chunk] = (),
    hard: Iterable[Sequence[str]] | None = None,
) -> dict[str, str]:
    """query id → block name ("b1", "b2", …), all ties taken together; names follow the order of the smallest query ids.

    facts: query id → its facts. chunks: texts with offsets, where document windows are known. hard: their hard ties, where these
    were looked for already. The order of the input is no matter.
    """
    ordered = sorted(queries, key=lambda query: query.id)
    joined: dict[str, set[str]] = {query.id: set() for query in ordered}
    for tied in (*(hard_ties(ordered, {}) if hard is None else hard), *_soft(ordered, facts, chunks)):
        for one, other in pairwise(tied):
            joined[one].add(other)
            joined[other].add(one)
    return {query: f"b{number}" for number, block in enumerate(components(joined), 1) for query in block}


def hard_ties(queries: Sequence[Query], same: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """Ids of queries that are never parted, each tied to every other of its list. same: chunk → chunks that say the same."""
    together: dict[tuple[str, str], list[str]] = defaultdict(list)
    for query in queries:
        seeds = query.generator.get("chunks")
        for chunk in seeds if isinstance(seeds, list | tuple) else ():
            together["seed", str(chunk)].append(query.id)
        for conversation in query.conversations:
            together["conversation", conversation].append(query.id)
    seeded = {chunk: members for (kind, chunk), members in together.items() if kind == "seed"}
    of_copies = [
        [*members, *seeded[copy]]
        for chunk, members in seeded.items()
        for copy in same.get(chunk, ())
        if chunk < copy and copy in seeded
    ]
    return [*together.values(), *of_copies, *_worded_alike(queries)]


def _worded_alike(queries: Sequence[Query]) -> list[list[str]]:
    """Queries of which any spelling, the text or a variant, is nearly one of the other's."""
    spellings = [(text, query.id) for query in queries for text in (query.text, *query.variants)]
    pairs = near_identical_pairs([text for text, _ in spellings])
    return [[spellings[a][1], spellings[b][1]] for a, b in pairs if spellings[a][1] != spellings[b][1]]


def _soft(queries: Sequence[Query], facts: Mapping[str, Sequence[Fact]], chunks: Iterable[Chunk]) -> list[list[str]]:
    by_chunk: dict[str, list[str]] = defaultdict(list)
    for query in queries:
        for chunk in sorted({chunk for fact in facts.get(query.id, ()) for chunk in fact.any}):
            by_chunk[chunk].append(query.id)
    tied = list(by_chunk.values())
    for one, other in overlapping(chunk for chunk in chunks if chunk.id in by_chunk):
        tied.append([by_chunk[one][0], by_chunk[other][0]])
    return tied


def overlapping(chunks: Iterable[Chunk]) -> list[tuple[str, str]]:
    """Pairs of neighbouring chunks of one document whose [start, end) share at least one character."""
    documents: dict[str, list[tuple[int, int, str]]] = defaultdict(list)
    for chunk in chunks:
        if chunk.doc_id is not None and chunk.start is not None and chunk.end is not None:
            documents[chunk.doc_id].append((chunk.start, chunk.end, chunk.id))
    found = []
    for document in sorted(documents):
        reach, holder = -1, ""
        for start, end, chunk_id in sorted(documents[document]):
            if start < reach and chunk_id != holder:
                found.append((holder, chunk_id))
            if end > reach:
                reach, holder = end, chunk_id
    return found
