"""Derived labels: a safe copy of a decided chunk takes its grade. Computed at fold time, never stored, never copies of copies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from goldkit.records import Copy, Label, Scale
from goldkit.store.pairs import Pairs
from goldkit.store.texts import Texts, meant

NEVER = frozenset({"name", "version", "negation", "condition", "identifier", "order"})
"""Rules whose difference changes what the whole passage is about: no quote can make such a pair safe."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Copies that were judged to opposite sides of `relevant_from` for one query, so that nothing follows from the pair.

    chunks: the two that contradict each other, sorted. about: the copy left without a label, None where they are copies
    of each other.
    """

    query: str
    chunks: tuple[str, str]
    about: str | None = None


def derive(
    query: str,
    own: Mapping[str, Label],
    pairs: Pairs,
    scale: Scale,
    quotes: Mapping[str, str],
    texts: Texts,
) -> tuple[dict[str, Label], list[Conflict]]:
    """The labels that one query's decided chunks give to their copies, and the contradictions met.

    own: chunk → label, before deriving. quotes: chunk → the span that answers this query. A proposal for a copy gives way to its
    derived label; the `differs` pairs that no quote settles leave a proposal at most.
    """
    decided = {chunk: label for chunk, label in own.items() if label.status == "decided"}
    sources: dict[str, list[Label]] = {}
    conflicts = [
        Conflict(query, (chunk, other))
        for chunk in sorted(decided)
        for other in pairs.same.get(chunk, ())
        if chunk < other and other in decided and not _agree(decided[chunk], decided[other], scale)
    ]
    for chunk in sorted(decided):
        if not decided[chunk].disputed:
            for copy in _copies_of(chunk, pairs, quotes, texts):
                if copy not in decided:
                    sources.setdefault(copy, []).append(decided[chunk])
    derived = {}
    for copy in sorted(sources):
        low, high = _extremes(sources[copy])
        if _agree(low, high, scale):
            derived[copy] = _derived(high, copy)
        else:
            first, second = sorted((low.chunk, high.chunk))
            conflicts.append(Conflict(query, (first, second), about=copy))
    return derived, conflicts


def known_differences(own: Mapping[str, Label], pairs: Pairs) -> Iterator[tuple[str, Copy]]:
    """(copy, pair) for each near-duplicate of a decided relevant chunk that says something else: worth a person's look."""
    for chunk, label in own.items():
        if label.status == "decided" and not label.disputed:
            for pair in pairs.differs.get(chunk, ()):
                other = pair.b if pair.a == chunk else pair.a
                if other not in own:
                    yield other, pair


def _copies_of(chunk: str, pairs: Pairs, quotes: Mapping[str, str], texts: Texts) -> Iterator[str]:
    yield from pairs.same.get(chunk, ())
    yield from pairs.towards.get(chunk, ())
    quote = quotes.get(chunk)
    if quote:
        for pair in pairs.differs.get(chunk, ()):
            if _settled(pair, chunk, quote, texts):
                yield pair.b if pair.a == chunk else pair.a


def _settled(pair: Copy, chunk: str, quote: str, texts: Texts) -> bool:
    """Whether the answer stands word for word in both texts, outside of what differs, under a rule that allows it.

    Where it is not known where the texts differ, nothing is settled.
    """
    own, other = meant(texts, pair.a, pair.a_sha256), meant(texts, pair.b, pair.b_sha256)
    if pair.rule in NEVER or not pair.spans or own is None or other is None:
        return False
    side = "a"
    if pair.b == chunk:
        own, other, side = other, own, "b"
    start = own.find(quote)
    if start < 0 or quote not in other:
        return False
    return all(apart(span.get(side), start, start + len(quote)) for span in pair.spans)


def apart(span: Any, start: int, end: int) -> bool:
    """Whether a difference lies outside of [start, end). A span that is none tells nothing."""
    match span:
        case [int(first), int(last)]:
            return last <= start or first >= end
    return False


def _agree(one: Label, other: Label, scale: Scale) -> bool:
    return scale.is_relevant(one.grade) == scale.is_relevant(other.grade)


def _extremes(labels: list[Label]) -> tuple[Label, Label]:
    ranked = sorted(labels, key=lambda label: (_grade(label), label.chunk))
    highest = [label for label in ranked if _grade(label) == _grade(ranked[-1])]
    return ranked[0], highest[0]


def _derived(source: Label, copy: str) -> Label:
    return replace(source, chunk=copy, status="derived", text_sha256=None, derived_from=source.chunk)


def _grade(label: Label) -> int:
    return -1 if label.grade is None else label.grade
