"""Withdrawing the questions that one model wrote: set aside with the reason, their proposals withdrawn by appended lines."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from goldkit.records import Judgment, Query
from goldkit.results.drop import DropResult
from goldkit.sets.embargo import EMBARGOED
from goldkit.sets.golden import read_golden
from goldkit.store.golden import GoldenDirectory
from goldkit.store.newest import newest, voice

ASIDE = "dropped with its generator"
"""How the reason begins for which such a query is set aside; generating it again takes it back."""
REASON = "dropped"
"""Of the lines that withdraw its proposals."""


def is_dropped(query: Query) -> bool:
    """Whether the query was withdrawn with its generator, so that it may be asked and generated again."""
    return query.aside is not None and query.aside.startswith(ASIDE)


def taken_back(present: Query, arriving: Query) -> Query:
    """The present query as it is to be merged: one that was dropped and is met again comes from where it is met now."""
    if not is_dropped(present) or arriving.aside is not None:
        return present
    return replace(
        present,
        aside=None,
        origin=arriving.origin,
        generator=arriving.generator,
        answer=arriving.answer,
        metadata={},
        tags=(),
    )


def drop(golden: GoldenDirectory, model: str, at: str, *, dry_run: bool = False) -> DropResult:
    """Withdraw a model's questions. at: the time of the lines. dry_run: only say what would go.

    Frozen queries stay as they are, and are counted. What people decided stays in the file, on queries that are set aside. Doing it
    again changes nothing. Raises DataError as reading the directory does.
    """
    read = read_golden(golden)
    written = [query for query in read.queries.values() if query.origin == "synthetic" and _by(query) == model]
    frozen = {query.id for query in written if read.sides.get(query.id, EMBARGOED) != EMBARGOED}
    going = {query.id for query in written if query.id not in frozen}
    fresh = {name for name in going if not is_dropped(read.queries[name])}
    withdrawn = _withdrawals(golden.judgments(), going, at)
    if not dry_run and (fresh or withdrawn):
        aside = f"{ASIDE}, {model}"
        golden.rewrite_queries(lambda present: _aside(present.values(), fresh, aside))
        golden.append_judgments(lambda present: _withdrawals(present, going, at))
    people = sum(
        any(label.status == "decided" for label in read.folded.labels.get(name, {}).values()) for name in fresh
    )
    others = sorted({_by(query) for query in read.queries.values() if query.origin == "synthetic"} - {model, ""})
    return DropResult(
        model=model,
        queries=len(fresh),
        judgments=len(withdrawn),
        decided=people,
        frozen=len(frozen),
        before=len(going) - len(fresh),
        others=tuple(others),
        dry_run=dry_run,
    )


def _by(query: Query) -> str:
    return str(query.generator.get("model", ""))


def _aside(present: Iterable[Query], names: Collection[str], reason: str) -> list[Query]:
    return [replace(query, aside=reason) if query.id in names else query for query in present]


def _withdrawals(present: Iterable[Judgment], queries: Collection[str], at: str) -> list[Judgment]:
    """A line for each proposal about these queries that still stands and that no person made."""
    voices: dict[tuple[str, ...], list[Judgment]] = {}
    for line in present:
        if line.query in queries and line.status == "proposed" and line.source in ("generator", "llm"):
            voices.setdefault(voice(line), []).append(line)
    standing = [line for line in map(newest, voices.values()) if line.grade is not None]
    return [
        Judgment(
            query=line.query,
            chunk=line.chunk,
            grade=None,
            status="proposed",
            source=line.source,
            by=line.by,
            at=max(at, line.at),
            text_sha256=line.text_sha256,
            role=line.role,
            batch=line.batch,
            reason=REASON,
        )
        for line in sorted(standing, key=voice)
    ]
