"""Findings about held-out queries: only counted, unless somebody burns the queries for their names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from goldkit.checks.subject import Subject
from goldkit.phrases import counted
from goldkit.records import FrozenQuery
from goldkit.results.check import Finding
from goldkit.sets.embargo import EMBARGOED
from goldkit.sets.frozen import FrozenSet

BURN = "`goldkit check --burn` names them, and records that they were shown."


def held_out(sides: Mapping[str, str], frozen: Mapping[str, FrozenSet]) -> dict[str, str]:
    """query id → the set that it is held out in, by its side or, where that was never written, by the set that seals it."""
    sealed: list[tuple[FrozenQuery, str]] = [
        (query, name) for name, one in sorted(frozen.items()) for query in one.queries
    ]
    found = {query: side for query, side in sides.items() if side != EMBARGOED}
    for query, name in sealed:
        found.setdefault(query.id, name)
    return found


def chunks_held_out(subject: Subject) -> dict[str, list[str]]:
    """Chunk → the held-out queries that have a label on it, for chunks on which no other query has one."""
    held = held_out(subject.golden.sides, subject.frozen)
    of: dict[str, list[str]] = defaultdict(list)
    for query, labels in sorted(subject.golden.folded.labels.items()):
        for chunk in labels:
            of[chunk].append(query)
    return {chunk: queries for chunk, queries in of.items() if held.keys() >= set(queries)}


def counted_only(findings: Iterable[Finding], held: Mapping[str, str], meaning: str) -> list[Finding]:
    """The findings of one check, those about held-out queries of one set as a single one that names none.

    held: as held_out gives it. meaning: what the check looks for, a sentence.
    """
    shown: list[Finding] = []
    hidden: dict[tuple[str, str, str], list[Finding]] = {}
    for finding in findings:
        if finding.about in held:
            file = finding.where.rpartition(":")[0] if finding.where.rpartition(":")[2].isdigit() else finding.where
            hidden.setdefault((held[finding.about], file, finding.severity), []).append(finding)
        else:
            shown.append(finding)
    return [*shown, *(_one(name, file, group, meaning) for (name, file, _), group in sorted(hidden.items()))]


def _one(name: str, file: str, findings: list[Finding], meaning: str) -> Finding:
    first, queries = findings[0], {finding.about for finding in findings}
    cases = f" in {counted(len(findings), 'case')}" if len(findings) > len(queries) else ""
    what = f"{counted(len(queries), 'held-out query')} of {name}{cases}: {meaning}"
    cure = first.cure_held_out.replace("{0}", name) or f"{first.cure} {BURN}"
    return replace(first, where=file, what=what, cure=cure, about="")
