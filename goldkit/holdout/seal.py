"""What a frozen set holds, as the bytes of its files."""

from __future__ import annotations

import platform
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from importlib.metadata import version
from typing import Any

from goldkit.files import canonical
from goldkit.records import JSON, Chunk, FrozenQuery, Label, Manifest
from goldkit.results.holdout import FreezePlan
from goldkit.sets.frozen import digest_of
from goldkit.sets.golden import GoldenSet
from goldkit.sets.lineage import descent
from goldkit.sets.rubric import rubric
from goldkit.sets.unanswerable import unanswerable_by_hand
from goldkit.store.presence import MANIFEST
from goldkit.store.settings import FORMAT


@dataclass(frozen=True, slots=True)
class Sealed:
    """A frozen set ready to be written. files: name → bytes, the manifest among them."""

    manifest: Manifest
    files: Mapping[str, bytes]


def seal(
    golden: GoldenSet, plan: FreezePlan, k: int, at: str, pool: JSON | None = None, parent: Manifest | None = None
) -> Sealed:
    """The bytes of a frozen set: the same set, plan, k, time and versions always give the same.

    k: results passed on downstream. at: the time, ISO 8601. pool: see goldkit.holdout.pools. Labels are the decided and derived
    ones, none that is disputed. parent: the manifest of the set that this is a version of.
    """
    queries = [_frozen_query(golden, query, block) for query, block in sorted(plan.blocks.items())]
    stored = _stored(golden.chunks)
    labels = [
        _with_text(label, stored)
        for query in queries
        for _, label in sorted(golden.labels(query.id, "derived").items())
    ]
    chunks = _texts(labels, stored)
    files = {
        "queries.jsonl": lines_of(queries),
        "labels.jsonl": lines_of(labels),
        "chunks.jsonl": lines_of(chunks),
    }
    manifest = Manifest(
        format=FORMAT,
        name=plan.name,
        digest="",
        at=at,
        files={name: canonical.sha256_bytes(data) for name, data in files.items()},
        k=k,
        scale=golden.settings.scale,
        primary=golden.settings.primary,
        margin=golden.settings.margin,
        look_budget=golden.settings.look_budget,
        corpus=canonical.sha256_bytes(canonical.encode([[chunk.id, chunk.sha256] for chunk in chunks])),
        counts=_counts(queries, labels, chunks, plan),
        parameters=_parameters(plan) | descent(parent),
        versions={"goldkit": version("goldkit"), "python": platform.python_version()},
        embargoed=dict(plan.embargoed),
        pool=pool or {},
        parent=None if parent is None else parent.digest,
        rubric={str(grade): meaning.long for grade, meaning in rubric(golden.settings.scale).items()},
    )
    written = all_fields(manifest)
    manifest = replace(manifest, digest=digest_of(written))
    return Sealed(manifest, files | {MANIFEST: canonical.line(written | {"digest": manifest.digest})})


def _parameters(plan: FreezePlan) -> JSON:
    """What freezing was asked for, and what it came to."""
    return {
        "holdout": plan.wanted,
        "got": plan.got,
        "candidates": plan.candidates,
        "seed": plan.seed,
        "log_only": plan.log_only,
        "allow_burned": plan.allow_burned,
        "labels": "derived",
    }


def _frozen_query(golden: GoldenSet, name: str, block: str) -> FrozenQuery:
    query = golden.queries[name]
    return FrozenQuery(
        id=query.id,
        text=query.text,
        origin=query.origin,
        tags=query.tags,
        weight=query.weight,
        block=block,
        facts=golden.facts(name),
        answerable=query.answerable,
        context=query.context,
        input=query.input,
        sampling=query.sampling,
        generator=query.generator,
        metadata=query.metadata,
        by_hand=unanswerable_by_hand(query),
    )


def _stored(chunks: Iterable[Chunk]) -> dict[str, dict[str, Chunk]]:
    """chunk id → sha256 → the text that was stored under both."""
    stored: dict[str, dict[str, Chunk]] = defaultdict(dict)
    for chunk in chunks:
        stored[chunk.id][chunk.sha256] = chunk
    return stored


def _with_text(label: Label, stored: Mapping[str, Mapping[str, Chunk]]) -> Label:
    """The label with the text it is about, where it names none and only one is known."""
    known = stored.get(label.chunk, {})
    return replace(label, text_sha256=next(iter(known))) if label.text_sha256 is None and len(known) == 1 else label


def _texts(labels: Iterable[Label], stored: Mapping[str, Mapping[str, Chunk]]) -> list[Chunk]:
    """The texts the labels are about, each once; all that are known of an id where the label leaves it open."""
    found: dict[tuple[str, str], Chunk] = {}
    for label in labels:
        known = stored.get(label.chunk, {})
        for sha256 in [label.text_sha256] if label.text_sha256 else known:
            if sha256 in known:
                found[label.chunk, sha256] = known[sha256]
    return [found[key] for key in sorted(found)]


def _counts(queries: list[FrozenQuery], labels: list[Label], chunks: list[Chunk], plan: FreezePlan) -> dict[str, Any]:
    texts = {chunk.id for chunk in chunks}
    status = Counter(label.status for label in labels)
    return {
        "queries": len(queries),
        "unanswerable": len(plan.unanswerable),
        "origins": dict(Counter(query.origin for query in queries)),
        "blocks": plan.block_count,
        "largest_block": plan.largest_block,
        "labels": len(labels),
        "decided": status["decided"],
        "derived": status["derived"],
        "chunks": len(chunks),
        "labels_without_text": sum(label.chunk not in texts for label in labels),
        "embargoed": len(plan.embargoed),
        "burned": plan.burned,
    }


def all_fields(manifest: Manifest) -> dict[str, Any]:
    """Every field, defaults too: a manifest is read by people, and by tools that know no default."""
    values = {field.name: getattr(manifest, field.name) for field in fields(manifest) if field.name != "unknown"}
    return values | {"scale": asdict(manifest.scale)}


def lines_of(records: Iterable[object]) -> bytes:
    """Records as the bytes of a file."""
    return b"".join(map(canonical.line, records))
