"""One recorded verdict on a pair of chunks, checked against the set it is meant for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from typing import Any

import msgspec

from goldkit.files import canonical
from goldkit.records import JSON, Chunk, Copy
from goldkit.review.pair_verdict import known_figures, turned
from goldkit.review.verdict_line import Rejected, as_id, reject
from goldkit.store.moments import time_of
from goldkit.store.pairs import by_tool, ends, fold_pairs

FIELDS = tuple(sorted(field.name for field in fields(Copy)))
VERDICTS = ("same", "differs", "retracted")


@dataclass(frozen=True, slots=True)
class KnownPairs:
    """What a verdict on a pair can be about.

    texts: chunk id → its text now. chunks: all ids there are. standing: the two ids, sorted → the pair that stands. said: the
    canonical bytes of all lines there are; to say one again is always allowed.
    """

    texts: Mapping[str, Chunk]
    chunks: frozenset[str]
    standing: Mapping[tuple[str, str], Copy]
    said: frozenset[bytes]

    @classmethod
    def of(cls, copies: Iterable[Copy], texts: Mapping[str, Chunk], chunks: Iterable[str]) -> KnownPairs:
        """From all pair lines, the texts that are known and the ids of chunks."""
        lines = list(copies)
        standing = {ends(pair): pair for pair in fold_pairs(lines).standing}
        named = {name for line in lines for name in (line.a, line.b)}
        return cls(texts, frozenset({*chunks, *named}), standing, frozenset(map(canonical.encode, lines)))


def is_pair(value: Any) -> bool:
    """Whether a line speaks of two chunks, and not of a question and a chunk."""
    return isinstance(value, dict) and {"a", "b"} <= value.keys() and "query" not in value


def copy_of(value: JSON, known: KnownPairs, judge: str, now: str) -> Copy:
    """The pair line that a JSON value records. judge, now: for a line without `by` and `at`. Raises Rejected.

    Figures and what differs are taken from the pair that stands or from the texts, where the line has none; the sha256 of the
    texts too, where it is about what they say now: where it has no time.
    """
    strange = sorted(set(value) - set(FIELDS))
    if strange:
        near = get_close_matches(strange[0], FIELDS, 1)
        reject(f"the field {strange[0]!r}", "fields of a pair", f"Did you mean {near[0]!r}?" if near else "")
    given = {**value, "a": as_id(value["a"]), "b": as_id(value["b"])}
    if given.get("verdict") not in VERDICTS:
        reject(f"the verdict {given.get('verdict')!r:.60}", "same, differs or retracted")
    for name in (given["a"], given["b"]):
        if isinstance(name, str) and name not in known.chunks:
            cure = "--corpus names where its text is."
            reject(f"the chunk {name!r}", "a chunk whose text is stored, judged or in --corpus", cure)
    try:
        line = msgspec.convert({**_defaults(given, known), "by": judge, "at": now, **given}, Copy)
    except msgspec.ValidationError as error:
        cure = (
            "" if "jaccard" in given else "Without figures of its own, a pair needs two chunks whose texts are known."
        )
        raise Rejected(str(error), "a pair of chunks as in copies.jsonl", cure) from error
    _check(line, known)
    return line


def _defaults(given: JSON, known: KnownPairs) -> JSON:
    a, b = given["a"], given["b"]
    if not isinstance(a, str) or not isinstance(b, str):
        return {}
    standing = known.standing.get(min((a, b), (b, a)))
    found = known_figures(a, b, standing, known.texts)
    for side, name in (("a_sha256", a), ("b_sha256", b)):
        if name in known.texts and "at" not in given:
            found[side] = known.texts[name].sha256
    if standing is not None and given["verdict"] == "differs":
        pair = standing if standing.a == a else turned(standing)
        found |= {"differs": pair.differs, "rule": pair.rule}
    return found


def _check(line: Copy, known: KnownPairs) -> None:
    if canonical.encode(line) in known.said:
        return
    if line.a == line.b:
        reject(f"the chunk {line.a!r} twice", "two chunks")
    if not line.by.strip():
        reject("an empty judge", "who judged, in `by`")
    if by_tool(line):
        reject(f"the judge {line.by!r}", "a person", "goldkit widen makes its own pairs; leave its lines out.")
    if time_of(line.at) is None:
        reject(f"at {line.at!r}", "an ISO 8601 time such as 2026-12-01T10:00:00Z")
