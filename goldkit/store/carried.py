"""What lines say about facts: which part of which fact a chunk of a newer corpus holds.

A line that carries a label over to another chunk, or that gives a span of a document to a chunk, names the facts in its
`metadata.rebase.facts`. A fact is a
stretch from 0 to 1; a chunk that holds all of it is one more alternative, one that holds a stretch is a part. So however often a
corpus is cut anew, and by whatever windows, the shares of a fact add up to what it was worth before.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from goldkit.files import canonical
from goldkit.records import JSON, Fact, Judgment
from goldkit.store.newest import newest_per


@dataclass(frozen=True, slots=True)
class Carried:
    """A chunk's part in a fact. fact: its name. start, end: the stretch of it that the chunk holds, in [0, 1].

    chunk, text_sha256: the chunk that the label stems from, and its text; None where it was not recorded. quote: the words of it
    that the chunk holds, where the label stems from a span of a document.
    """

    fact: str
    start: float = 0.0
    end: float = 1.0
    chunk: str | None = None
    text_sha256: str | None = None
    quote: str | None = None

    @property
    def whole(self) -> bool:
        """Whether it is all of the fact."""
        return self.start <= 0.0 and self.end >= 1.0

    def to_json(self) -> JSON:
        """As it stands in a line."""
        covers = {} if self.whole else {"covers": [self.start, self.end]}
        known = {key: value for key in ("chunk", "text_sha256", "quote") if (value := getattr(self, key)) is not None}
        return {"fact": self.fact, **known, **covers}


def carried_of(lines: Iterable[Judgment]) -> tuple[Carried, ...]:
    """What the standing lines about one (query, chunk) pair say of facts, sorted; () where none was rebased."""
    standing = newest_per(lines, lambda line: (line.by, f"{line.role} {line.batch or ''}"))
    found = (one for line in standing if line.grade is not None or line.reason is None for one in facts_in(line))
    return tuple(sorted(set(found), key=lambda one: canonical.encode(one.to_json())))


def facts_in(line: Judgment) -> Iterable[Carried]:
    """What one line says of facts, whether it stands or not."""
    value: Any = line.metadata.get("rebase")
    entries = value.get("facts") if isinstance(value, dict) else None
    for entry in entries if isinstance(entries, list) else ():
        match entry:
            case {"fact": str(fact), "covers": [int() | float() as start, int() | float() as end]}:
                yield Carried(fact, float(start), float(end), *_origin(entry))
            case {"fact": str(fact)}:
                yield Carried(fact, 0.0, 1.0, *_origin(entry))


def _origin(entry: Mapping[str, Any]) -> tuple[str | None, str | None, str | None]:
    chunk, sha256, quote = (
        value if isinstance(value := entry.get(key), str) else None for key in ("chunk", "text_sha256", "quote")
    )
    return chunk, sha256, quote


@dataclass(frozen=True, slots=True)
class Stretches:
    """One fact as the chunks that hold stretches of it. name: how rebased lines call it; share, part_of: see records.Fact.

    covers: chunk → the stretches that it holds, as (start, end) in [0, 1].
    """

    name: str
    covers: Mapping[str, Sequence[tuple[float, float]]]
    share: float = 1.0
    part_of: str | None = None

    def facts(self) -> list[Fact]:
        """The fact, or its parts where no chunk holds all of some stretch that another one holds: the shares add up to `share`.

        A stretch that no chunk holds is no part; the others then share what it was worth. Neighbouring stretches of the same
        chunks are one.
        """
        ends = sorted({0.0, 1.0}.union(*(pair for pairs in self.covers.values() for pair in pairs)))
        parts: list[tuple[frozenset[str], float]] = []
        for start, end in pairwise(ends):
            members = frozenset(
                chunk for chunk, pairs in self.covers.items() if any(a <= start and b >= end for a, b in pairs)
            )
            if parts and parts[-1][0] == members:
                parts[-1] = (members, parts[-1][1] + end - start)
            elif members:
                parts.append((members, end - start))
        held = sum(width for _, width in parts)
        if len(parts) == 1:
            return [Fact(any=tuple(sorted(parts[0][0])), share=self.share, part_of=self.part_of)]
        return [
            Fact(any=tuple(sorted(members)), share=self.share * width / held, part_of=self.part_of or self.name)
            for members, width in parts
        ]


def name_of(value: object) -> str:
    """A name for a fact, from what tells it from the others of its query."""
    return f"f-{canonical.sha256_bytes(canonical.encode(value))[:12]}"


def given(facts: Sequence[Fact]) -> list[Stretches]:
    """Facts that are written down, as stretches; each chunk holds all of its fact."""
    return [
        Stretches(
            name_of([list(fact.any), fact.share, fact.part_of]),
            {chunk: [(0.0, 1.0)] for chunk in fact.any},
            fact.share,
            fact.part_of,
        )
        for fact in facts
    ]


def with_carried(bases: Sequence[Stretches], carried: Mapping[str, Sequence[Carried]]) -> list[Stretches]:
    """Facts with the chunks that were carried to them by name; a name that none of them has is a fact of its own."""
    covers: dict[str, dict[str, list[tuple[float, float]]]] = defaultdict(lambda: defaultdict(list))
    for chunk, entries in carried.items():
        for one in entries:
            covers[one.fact][chunk].append((one.start, one.end))
    known = {base.name for base in bases}
    found = [Stretches(base.name, _joined(base.covers, covers[base.name]), base.share, base.part_of) for base in bases]
    found += [Stretches(name, covers[name]) for name in sorted(covers.keys() - known)]
    return [fact for fact in found if fact.covers]


def _joined(
    one: Mapping[str, Sequence[tuple[float, float]]], other: Mapping[str, Sequence[tuple[float, float]]]
) -> dict[str, list[tuple[float, float]]]:
    return {chunk: [*one.get(chunk, ()), *other.get(chunk, ())] for chunk in sorted({*one, *other})}
