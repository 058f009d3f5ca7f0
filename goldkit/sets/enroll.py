"""Adding questions, judgments and texts to a golden directory: a question that is already there is recognised by its wording."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from goldkit.errors import UsageError
from goldkit.files import canonical
from goldkit.records import JSON, Chunk, Judgment, Query
from goldkit.store.golden import GoldenDirectory
from goldkit.text.normalise import question_key

CAP = 50
"""How many hashed sessions or conversations a query keeps; beyond it only their count grows."""


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
    queries: Sequence[Query],
    judgments: Sequence[Judgment] = (),
    chunks: Iterable[Chunk] = (),
) -> Enrolled:
    """Add texts, then queries, then judgments, so that a crash in between leaves nothing that points nowhere.

    Adding the same again changes nothing. A judgment is known when its judge already said exactly this last (its time apart).
    Raises UsageError when a query's id already belongs to another question.
    """
    new_chunks = golden.add_chunks(chunks)
    before = {query.id for query in golden.queries()}
    ids: dict[str, str] = {}
    if queries:
        golden.rewrite_queries(lambda present: _merge_all(present, queries, ids))
    fresh = _fresh(golden, [replace(line, query=ids.get(line.query, line.query)) for line in judgments])
    if fresh:
        golden.append("judgments.jsonl", fresh)
    arrived = {mine for mine in ids.values() if mine not in before}
    known = len(set(ids.values())) - len(arrived)
    return Enrolled(ids, len(arrived), known, len(fresh), len(judgments) - len(fresh), new_chunks)


def merge_queries(present: Query, arriving: Query) -> Query:
    """One question met again: its first text and origin stay; variants, tags, counts, times and sessions add up.

    `weight` is the sum over the mined batches in provenance, so that mining a batch again after a crash counts nothing twice.
    """
    texts = {*present.variants, *arriving.variants, arriving.text} - {present.text}
    given = {arriving.id} if arriving.id != present.id and not arriving.id.startswith("q-") else set()
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
        aliases=tuple(sorted({*present.aliases, *arriving.aliases} | given)),
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


def wordings(queries: Iterable[Query]) -> dict[str, str]:
    """Wording key → query id, for the texts and variants of queries; the text of one query goes before a variant of another."""
    keys: dict[str, str] = {}
    ordered = sorted(queries, key=lambda query: query.id)
    for query in ordered:
        keys.setdefault(question_key(query.text, query.context), query.id)
    for query in ordered:
        for variant in query.variants:
            keys.setdefault(question_key(variant, query.context), query.id)
    return keys


def _merge_all(present: dict[str, Query], arriving: Sequence[Query], ids: dict[str, str]) -> Iterable[Query]:
    merged = dict(present)
    keys = wordings(present.values())
    for query in arriving:
        key = question_key(query.text, query.context)
        mine = keys.get(key)
        if mine is None:
            _refuse_other_text(merged.get(query.id), query)
            mine = query.id
            keys[key] = mine
        ids[query.id] = mine
        merged[mine] = merge_queries(merged[mine], query) if mine in merged else query
    return merged.values()


def _refuse_other_text(present: Query | None, arriving: Query) -> None:
    if present is not None:
        raise UsageError(
            f"query id {arriving.id!r} belongs to {present.text!r} already, and arrives with {arriving.text!r}; give one another id"
        )


def _fresh(golden: GoldenDirectory, judgments: Sequence[Judgment]) -> list[Judgment]:
    """Those that say something new: no line of the same judge about the same pair and batch that says just this came last."""
    last: dict[tuple[str, ...], bytes] = {}
    for line in golden.judgments():
        last[_voice(line)] = _saying(line)
    fresh = []
    for line in judgments:
        if last.get(_voice(line)) != _saying(line):
            last[_voice(line)] = _saying(line)
            fresh.append(line)
    return fresh


def _voice(line: Judgment) -> tuple[str, ...]:
    return (line.query, line.chunk, line.by, line.role, line.batch or "")


def _saying(line: Judgment) -> bytes:
    return canonical.encode(replace(line, at=""))


def _batches(query: Query) -> JSON:
    return dict(query.provenance.get("batches", {}))


def _capped(
    mine: tuple[str, ...], theirs: tuple[str, ...], my_count: int | None, their_count: int | None
) -> tuple[tuple[str, ...], int | None]:
    """The union of hashes, at most CAP of them, and a count where some were left out (an upper bound once both were capped)."""
    union = sorted({*mine, *theirs})
    counts = [count for count in (my_count, their_count) if count is not None]
    if not counts and len(union) <= CAP:
        return tuple(union), None
    return tuple(union[:CAP]), max(len(union), *counts, 0) if counts else len(union)
