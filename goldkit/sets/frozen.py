"""Reading a frozen set: nothing is taken from it before every byte is known to be the one that was sealed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from goldkit.errors import DataError, Problem, bad
from goldkit.files import canonical
from goldkit.files.jsonl import decoder, parse_lines, record_of
from goldkit.records import Chunk, FrozenQuery, Label, Manifest
from goldkit.sets.lineage import lineage
from goldkit.sets.scoreset import ScoreQuery, ScoreSet, documents_of
from goldkit.store.counting import Counting
from goldkit.store.facts import counting_labels
from goldkit.store.presence import MANIFEST
from goldkit.store.settings import refuse_newer
from goldkit.store.texts import texts_of

T = TypeVar("T")
SEALED = ("queries.jsonl", "labels.jsonl", "chunks.jsonl")
"""The files that the manifest holds the sha256 of."""
ELSEWHERE = "Move it elsewhere."
RESTORE = "A frozen set is never edited: restore the directory from git, or freeze a new one."


@dataclass(frozen=True, slots=True)
class FrozenSet:
    """The records of a frozen directory whose seal holds. labels: decided and derived ones."""

    manifest: Manifest
    queries: tuple[FrozenQuery, ...]
    labels: tuple[Label, ...]
    chunks: tuple[Chunk, ...]


def read_frozen(path: str | Path, counting: Counting = "derived") -> tuple[ScoreSet, Manifest]:
    """A frozen set ready for scoring, and its manifest. Raises as open_frozen.

    counting: `decided` leaves the derived labels out; there are no others in a frozen set, so the wider choices add nothing.
    """
    frozen = open_frozen(path)
    manifest = frozen.manifest
    labels: dict[str, dict[str, Label]] = defaultdict(dict)
    for label in frozen.labels:
        labels[label.query][label.chunk] = label
    scored = ScoreSet(
        name=manifest.name,
        queries=tuple(_score_query(query, counting_labels(labels[query.id], counting)) for query in frozen.queries),
        scale=manifest.scale,
        digest=manifest.digest,
        frozen=True,
        k=manifest.k,
        primary=manifest.primary,
        margin=manifest.margin,
        look_budget=manifest.look_budget,
        path=str(path),
        texts=texts_of(frozen.chunks),
        documents=documents_of(frozen.chunks),
        shown_only=frozenset(query.id for query in frozen.queries if query.origin == "log" and not _pooled(manifest)),
        ancestors=lineage(manifest),
    )
    return scored, manifest


def _pooled(manifest: Manifest) -> bool:
    """Whether pairs that were pooled were judged before the set was sealed. Older manifests count no judged ones."""
    return bool(manifest.pool.get("judged", manifest.pool))


def open_frozen(path: str | Path) -> FrozenSet:
    """All records of a frozen directory.

    Raises DataError naming each file that changed, is missing or does not belong there, or the manifest when its digest does not
    fit or a newer goldkit wrote it.
    """
    folder = Path(path)
    manifest, sealed = _manifest(folder)
    contents, problems = _contents(folder, manifest)
    if problems or not sealed:
        raise DataError([*([] if sealed else [_changed(folder / MANIFEST)]), *problems])
    return FrozenSet(
        manifest,
        _records(folder, contents, "queries.jsonl", FrozenQuery),
        _records(folder, contents, "labels.jsonl", Label),
        _records(folder, contents, "chunks.jsonl", Chunk),
    )


def digest_of(manifest: Mapping[str, Any]) -> str:
    """The sha256, in hex, of a manifest's canonical JSON without its `digest`."""
    return canonical.sha256_bytes(canonical.encode({key: manifest[key] for key in manifest if key != "digest"}))


def _manifest(folder: Path) -> tuple[Manifest, bool]:
    """The manifest, and whether it is byte for byte what its digest was made of."""
    path = folder / MANIFEST
    if not folder.is_dir():
        raise bad(folder, None, "no directory", "a frozen set")
    if not path.is_file():
        raise bad(path, None, "no such file", "the manifest of a frozen set", RESTORE)
    data = path.read_bytes()
    try:
        value = msgspec.json.decode(data)
        refuse_newer(path, value)
        manifest = record_of(value, Manifest)
        return manifest, data == canonical.line(value) and manifest.digest == digest_of(value)
    except (ValueError, RecursionError, AttributeError) as error:
        raise bad(path, None, str(error), "the manifest of a frozen set", RESTORE) from error


def _contents(folder: Path, manifest: Manifest) -> tuple[dict[str, bytes], list[Problem]]:
    """The bytes of the sealed files, and what is wrong with them."""
    contents: dict[str, bytes] = {}
    problems = []
    for name in SEALED:
        path = folder / name
        if not path.is_file():
            problems.append(Problem(str(path), None, "no such file", "a file of this frozen set", RESTORE))
            continue
        contents[name] = path.read_bytes()
        if canonical.sha256_bytes(contents[name]) != manifest.files.get(name):
            problems.append(_changed(path))
    for path in sorted(folder.iterdir()):
        if path.name not in (*SEALED, MANIFEST):
            found = "a file that is not part of this frozen set"
            problems.append(Problem(str(path), None, found, "the four files that were sealed", ELSEWHERE))
    return contents, problems


def _changed(path: Path) -> Problem:
    return Problem(str(path), None, "a file that was changed after it was sealed", "the sealed bytes", RESTORE)


def _records(folder: Path, contents: Mapping[str, bytes], name: str, kind: type[T]) -> tuple[T, ...]:
    lines = list(parse_lines(iter(contents[name].splitlines(keepends=True)), decoder(kind)))
    expected = f"a {kind.__name__.lower()} record"
    problems = [Problem(str(folder / name), line.number, line.error, expected) for line in lines if line.error]
    if problems:
        raise DataError(problems)
    return tuple(line.value for line in lines)


def _score_query(query: FrozenQuery, labels: dict[str, Label]) -> ScoreQuery:
    return ScoreQuery(
        id=query.id,
        text=query.text,
        origin=query.origin,
        block=query.block,
        tags=query.tags,
        weight=query.weight,
        facts=query.facts,
        labels=labels,
        unanswerable=query.answerable == "no",
        metadata=query.metadata,
        sampling=query.sampling,
        generator=query.generator,
        by_hand=query.by_hand,
    )
