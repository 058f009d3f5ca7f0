"""Adding questions, judgments and texts to a golden directory: a question that is already there is recognised by its wording."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from goldkit.errors import UsageError
from goldkit.files import canonical
from goldkit.records import JSON, Chunk, Judgment, Query
from goldkit.sets.lookup import ids_by_name, ids_by_wording
from goldkit.store.golden import GoldenDirectory
from goldkit.store.newest import newest, voice
from goldkit.text.normalise import query_id, question_key

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

    Adding the same again changes nothing. A judgment is known when it is there already, or when its judge's newest line says
    exactly this (its time apart). Raises UsageError when a query's id, or an alias, already belongs to another question.
    """
    new_chunks = golden.add_chunks(chunks)
    before = {query.id for query in golden.queries()}
    ids: dict[str, str] = {}
    if queries:
        golden.rewrite_queries(lambda present: _merge_all(present, queries, ids))
    named = [_about(ids.get(line.query, line.query), line) for line in judgments]
    fresh = golden.append_judgments(lambda present: _fresh(present, named)) if named else []
    arrived = {mine for mine in ids.values() if mine not in before}
    known = len(set(ids.values())) - len(arrived)
    return Enrolled(ids, len(arrived), known, len(fresh), len(judgments) - len(fresh), new_chunks)


def merge_queries(present: Query, arriving: Query) -> Query:
    """One question met again: its first text and origin stay; variants, tags, counts, times and sessions add up.

    `weight` is the sum over the mined batches in provenance, so that mining a batch again after a crash counts nothing twice.
    """
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


def _merge_all(present: dict[str, Query], arriving: Sequence[Query], ids: dict[str, str]) -> Iterable[Query]:
    """What is there and what arrives, one after another; ids: filled with the id that each arriving query goes by.

    An id made from the wording leads to its query although somebody edited the text there since. A wording or a name
    leads to one query only: a variant or an alias that is another's already is left out.
    """
    merged = dict(present)
    keys, owners = ids_by_wording(present.values()), ids_by_name(present.values())
    for query in arriving:
        key = question_key(query.text, query.context)
        worded, owner = keys.get(key), owners.get(query.id)
        if owner not in (None, worded) and not _made(query):
            raise _two_questions(merged[owner or ""], query)
        mine = worded or owner or query.id
        ids[query.id] = owners[query.id] = keys[key] = mine
        variants = [text for text in query.variants if keys.setdefault(question_key(text, query.context), mine) == mine]
        aliases = [alias for alias in query.aliases if owners.setdefault(alias, mine) == mine]
        if len(variants) < len(query.variants) or len(aliases) < len(query.aliases):
            query = replace(query, variants=tuple(variants), aliases=tuple(aliases))
        # One met for the first time is merged with itself, so that it is written as it will be when it is met again.
        merged[mine] = merge_queries(merged.get(mine, query), query)
    return merged.values()


def _made(query: Query) -> bool:
    """Whether the id was made from the wording and so says nothing that the wording does not."""
    return query.id == query_id(query.text, query.context)


def _two_questions(present: Query, arriving: Query) -> UsageError:
    return UsageError(
        f"query id {arriving.id!r} belongs to {present.text!r} already, and arrives with {arriving.text!r}; give one another id"
    )


def _fresh(present: Iterable[Judgment], judgments: Sequence[Judgment]) -> list[Judgment]:
    """Those that say something new: neither there already, nor just what the newest line of that judge about it says."""
    voices = {voice(line) for line in judgments}
    heard: dict[tuple[str, ...], list[Judgment]] = {}
    for line in present:
        if voice(line) in voices:
            heard.setdefault(voice(line), []).append(line)
    fresh = []
    for line in judgments:
        before = heard.setdefault(voice(line), [])
        if not before or _is_news(line, before):
            before.append(line)
            fresh.append(line)
    return fresh


def _is_news(line: Judgment, before: Sequence[Judgment]) -> bool:
    form = canonical.encode(line)
    return all(canonical.encode(other) != form for other in before) and _saying(newest(before)) != _saying(line)


def _about(query: str, line: Judgment) -> Judgment:
    return line if line.query == query else replace(line, query=query)


def _saying(line: Judgment) -> bytes:
    return canonical.encode(replace(line, at=""))


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
