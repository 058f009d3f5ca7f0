"""Adding questions, judgments and texts to a golden directory: a question that is already there is recognised by its wording."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, groupby
from operator import itemgetter
from typing import cast

from goldkit.errors import UsageError
from goldkit.files.records_on_disk import RecordsOnDisk
from goldkit.files.sorted_rows import SortedRows
from goldkit.records import JSON, Chunk, Judgment, Query
from goldkit.sets.dropped import taken_back
from goldkit.sets.embargo import sides_in
from goldkit.sets.lookup import ids_by_name, ids_by_wording
from goldkit.store.golden import GoldenDirectory
from goldkit.store.in_order import InOrder
from goldkit.store.news import news
from goldkit.text.normalise import query_id, question_key

CAP = 50
"""How many hashed sessions or conversations a query keeps; beyond it only their count grows."""
PLACES = 16 << 20
"""Bytes of memory for the order of the queries that arrive."""


@dataclass(frozen=True, slots=True)
class Enrolled:
    """What was added. ids: the id that each given query now goes by (its own, or the one its wording already had)."""

    ids: dict[str, str]
    new_queries: int
    known_queries: int
    new_judgments: int
    known_judgments: int
    new_chunks: int


def enroll(
    golden: GoldenDirectory,
    queries: Collection[Query],
    judgments: Collection[Judgment] = (),
    chunks: Iterable[Chunk] = (),
) -> Enrolled:
    """Add texts, then queries, then judgments, so that a crash in between leaves nothing that points nowhere.

    Adding the same again changes nothing. A judgment is known when it is there already, or when its judge's newest line says
    exactly this (its time apart). Raises UsageError when a query's id, or an alias, already belongs to another question.
    """
    new_chunks = golden.add_chunks(chunks)
    merging = _Merging(queries, sides_in(golden) if queries else ())
    if queries:
        golden.change_queries(merging)
    ids = merging.ids
    named = _Named(judgments, ids)
    fresh = golden.append_judgments(lambda present: news(present, named)) if judgments else 0
    names = set(ids.values())
    arrived = len(names - merging.before)
    return Enrolled(ids, arrived, len(names) - arrived, fresh, len(judgments) - fresh, new_chunks)


def merge_queries(present: Query, arriving: Query) -> Query:
    """One question met again: its first text and origin stay; variants, tags, counts, times and sessions add up.

    `weight` is the sum over the mined batches in provenance, so that mining a batch again after a crash counts nothing twice.
    """
    present = taken_back(present, arriving)
    texts = {*present.variants, *arriving.variants, arriving.text} - {present.text}
    given = set() if _made(arriving) else {arriving.id}
    provenance = {**arriving.provenance, **present.provenance}
    batches = {**_batches(present), **_batches(arriving)}
    weight = present.weight if present.weight is not None else arriving.weight
    if batches:
        provenance["batches"] = batches
        weight = float(sum(batches.values()))
    sessions, sessions_count = _capped(
        present.sessions, arriving.sessions, present.sessions_count, arriving.sessions_count
    )
    conversations, conversations_count = _capped(
        present.conversations, arriving.conversations, present.conversations_count, arriving.conversations_count
    )
    return replace(
        present,
        variants=tuple(sorted(texts)),
        tags=tuple(sorted({*present.tags, *arriving.tags})),
        aliases=tuple(sorted({*present.aliases, *arriving.aliases, *given} - {present.id})),
        weight=weight,
        first_seen=min(filter(None, (present.first_seen, arriving.first_seen)), default=None),
        last_seen=max(filter(None, (present.last_seen, arriving.last_seen)), default=None),
        answer=present.answer or arriving.answer,
        answerable=present.answerable or arriving.answerable,
        facts=present.facts or arriving.facts,
        input=present.input or arriving.input,
        sessions=sessions,
        sessions_count=sessions_count,
        conversations=conversations,
        conversations_count=conversations_count,
        provenance=provenance,
        metadata={**arriving.metadata, **present.metadata},
        unknown={**arriving.unknown, **present.unknown},
    )


class _Merging:
    """What arrives, joined to what is there. ids: the id that each arriving query goes by, filled while they are placed.

    before: the ids that were there. held: ids of queries of which no message quotes a word.
    """

    def __init__(self, arriving: Collection[Query], held: Collection[str]) -> None:
        self._arriving, self._held = arriving, held
        self.ids: dict[str, str] = {}
        self.before: set[str] = set()

    def __call__(self, present: InOrder[Query]) -> Iterator[tuple[Query | None, Query]]:
        """Each query as it was and as it is to be, sorted by id."""
        keys, owners = ids_by_wording(present), ids_by_name(present)
        self.before = {name for name, owner in owners.items() if name == owner}
        places = SortedRows[tuple[str, int]](PLACES)
        placed = RecordsOnDisk[Query]()
        for query in self._arriving:
            mine, query = self._placed(query, keys, owners, present)
            number = placed.add(query)
            places.add((mine, number), b"")
        there = ((query.id, -1, query) for query in present)
        fresh = ((mine, number, placed[number]) for (mine, number), _ in places)
        for _, rows in groupby(heapq.merge(there, fresh, key=itemgetter(0, 1)), itemgetter(0)):
            yield _joined(rows)

    def _placed(
        self, query: Query, keys: dict[str, str], owners: dict[str, str], present: InOrder[Query]
    ) -> tuple[str, Query]:
        """The id that a query goes by, and the query with the variants and aliases that are no other's.

        An id made from the wording leads to its query although somebody edited the text there since. A wording or a name
        leads to one query only: a variant or an alias that is another's already is left out.
        """
        key = question_key(query.text, query.context)
        worded, owner = keys.get(key), owners.get(query.id)
        if owner not in (None, worded) and not _made(query):
            raise self._two_questions(owner or "", query, present)
        mine = worded or owner or query.id
        self.ids[query.id] = owners[query.id] = keys[key] = mine
        variants = [text for text in query.variants if keys.setdefault(question_key(text, query.context), mine) == mine]
        aliases = [alias for alias in query.aliases if owners.setdefault(alias, mine) == mine]
        if len(variants) < len(query.variants) or len(aliases) < len(query.aliases):
            query = replace(query, variants=tuple(variants), aliases=tuple(aliases))
        return mine, query

    def _two_questions(self, owner: str, query: Query, present: InOrder[Query]) -> UsageError:
        """owner: the id of the query that the id of the arriving one leads to."""
        there = next(one for one in chain(present, self._arriving) if owner in (one.id, self.ids.get(one.id)))
        whose = "a held-out question" if there.id in self._held else repr(there.text)
        return UsageError(
            f"query id {query.id!r} belongs to {whose} already, and arrives with {query.text!r}; give one another id"
        )


def _joined(rows: Iterable[tuple[str, int, Query]]) -> tuple[Query | None, Query]:
    """One query as it was and with all that arrives for it."""
    before, after = None, None
    for _, number, query in rows:
        if number < 0:
            before = after = query
        else:
            # One met for the first time is merged with itself, so that it is written as it will be when it is met again.
            after = merge_queries(after or query, query)
    return before, cast(Query, after)


def _made(query: Query) -> bool:
    """Whether the id was made from the wording and so says nothing that the wording does not."""
    return query.id == query_id(query.text, query.context)


class _Named(Collection[Judgment]):
    """Judgments about their queries under the ids that these go by now."""

    def __init__(self, judgments: Collection[Judgment], ids: Mapping[str, str]) -> None:
        self._judgments, self._ids = judgments, ids

    def __iter__(self) -> Iterator[Judgment]:
        for line in self._judgments:
            name = self._ids.get(line.query, line.query)
            yield line if line.query == name else replace(line, query=name)

    def __len__(self) -> int:
        return len(self._judgments)

    def __contains__(self, line: object) -> bool:
        return any(line == one for one in self)


def _batches(query: Query) -> JSON:
    found = query.provenance.get("batches")
    return {name: count for name, count in found.items() if _is_count(count)} if isinstance(found, dict) else {}


def _is_count(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _capped(
    mine: tuple[str, ...], theirs: tuple[str, ...], my_count: int | None, their_count: int | None
) -> tuple[tuple[str, ...], int | None]:
    """The union of hashes, at most CAP of them, and a count where some were left out (a lower bound once both were capped)."""
    union = sorted({*mine, *theirs})
    counts = [count for count in (my_count, their_count) if count is not None]
    if not counts and len(union) <= CAP:
        return tuple(union), None
    return tuple(union[:CAP]), max(len(union), *counts, 0) if counts else len(union)
