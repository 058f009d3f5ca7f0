"""What a golden set knows and a format has no place for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import fields

from goldkit.formats.catalogue import Format
from goldkit.records import Chunk, Fact, Label, Query
from goldkit.results.exported import ExportedQuery
from goldkit.results.losses import Losses

OWN = frozenset({"id", "unknown"})
DEFAULTS = Query(id="", text="")
CHUNK_DEFAULTS = Chunk(id="", text="")


def losses_of(
    queries: Iterable[ExportedQuery], chunks: Iterable[Chunk], entry: Format, own: Mapping[str, Mapping[str, Label]]
) -> Losses:
    """The fields without a place in a format, the grades that it tells apart no more, and the facts that it makes a plain list.

    chunks: the texts of the labelled ones. own: query id → chunk id → the label that the set has.
    """
    missing: Counter[str] = Counter()
    squeezed: Counter[tuple[int, int | None]] = Counter()
    flattened = 0
    for one in queries:
        missing.update(f"{name} of queries" for name in _held(one.query, DEFAULTS) if name not in entry.keeps)
        flattened += "facts" not in entry.keeps and not is_plain(one.facts, one.relevant)
        written = one.grades if entry.graded else dict.fromkeys(one.relevant)
        labels = own[one.query.id]
        squeezed.update((labels[chunk].grade or 0, grade) for chunk, grade in written.items())
        if "label.judges" not in entry.keeps:
            missing["judges of labels"] += sum(bool(labels[chunk].judges) for chunk in written)
    for chunk in chunks:
        held = _held(chunk, CHUNK_DEFAULTS)
        missing.update(f"{name} of chunks" for name in held if name != "sha256" and f"chunk.{name}" not in entry.keeps)
    return Losses(
        fields={what: count for what, count in sorted(missing.items()) if count},
        grades=_alike(squeezed),
        facts=flattened,
    )


def is_plain(facts: Iterable[Fact], relevant: Iterable[str]) -> bool:
    """Whether every relevant chunk is a fact of its own, which is all that a list of chunks can say."""
    return sorted((fact.any, fact.share) for fact in facts) == sorted(((chunk,), 1.0) for chunk in relevant)


def _held(record: Query | Chunk, defaults: Query | Chunk) -> list[str]:
    """The fields that hold something; an empty text is none."""
    names = [field.name for field in fields(record) if field.name not in OWN]
    unknown = ["unknown"] if record.unknown else []
    return [name for name in names if getattr(record, name) not in (getattr(defaults, name), None, "")] + unknown


def _alike(changes: Mapping[tuple[int, int | None], int]) -> dict[str, int]:
    """ "3 → 1" → labels, of grades that another one is written like."""
    shared = Counter(written for _, written in changes)
    return {
        f"{grade} → {'relevant' if written is None else written}": count
        for (grade, written), count in sorted(changes.items(), key=lambda change: change[0][0])
        if shared[written] > 1 and grade != written
    }
