"""What a near-duplicate of a chunk judged relevant says otherwise: a person decides whether it matters for the question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from goldkit.records import Copy, Label, Scale
from goldkit.store.derive import known_differences
from goldkit.store.pairs import Pairs


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """How a chunk differs from a nearly equal one that was judged relevant.

    other: that one. grade: its grade. readings: (there, here) for each difference. rule: which rule found it.
    """

    other: str
    grade: int
    readings: tuple[tuple[str, str], ...]
    rule: str | None = None


def differences(labels: Mapping[str, Label], pairs: Pairs, scale: Scale) -> dict[str, tuple[Difference, ...]]:
    """Chunk → its differences from the decided relevant chunks of one query, by the other chunk's id.

    labels: the query's, by chunk. Chunks that are decided themselves have none.
    """
    decided = {chunk: label for chunk, label in labels.items() if label.status == "decided"}
    found: dict[str, list[Difference]] = {}
    for chunk, pair in known_differences(decided, pairs):
        source = decided[pair.b if pair.a == chunk else pair.a]
        if source.grade is not None and scale.is_relevant(source.grade):
            found.setdefault(chunk, []).append(_difference(source.chunk, source.grade, pair))
    return {chunk: tuple(sorted(found[chunk], key=lambda one: one.other)) for chunk in sorted(found)}


def _difference(other: str, grade: int, pair: Copy) -> Difference:
    there_first = pair.a == other
    readings = tuple((a, b) if there_first else (b, a) for a, b in pair.differs)
    return Difference(other=other, grade=grade, readings=readings, rule=pair.rule)
