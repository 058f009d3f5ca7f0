"""A frozen set carried over to another corpus, as a new frozen set: the same questions, with the sealed one as its parent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from goldkit.errors import UsageError
from goldkit.files import canonical
from goldkit.files.append import locked
from goldkit.holdout.freeze import clear_unfinished, refuse_taken, write_files
from goldkit.holdout.name import check_name
from goldkit.holdout.seal import all_fields, lines_of
from goldkit.rebase.claims import Texts
from goldkit.rebase.labelled import Carrier, Labelled, Laid, lay
from goldkit.records import Chunk, Label, Manifest
from goldkit.results.rebase import CarriedSet
from goldkit.sets.frozen import FrozenSet, digest_of, open_frozen
from goldkit.sets.lineage import descent
from goldkit.sets.quotes import quotes_of
from goldkit.store.golden import GoldenDirectory
from goldkit.store.presence import MANIFEST

ONE = "corpus"
"""The name of the only corpus here."""


def rebase_set(
    golden: GoldenDirectory, name: str, new_name: str, corpus: Iterable[Chunk], at: str, write: bool = True
) -> CarriedSet:
    """Seal a frozen set's questions under a new name, with its labels on the chunks of another corpus.

    What needs a person's look is not in it; a fact that the corpus does not reach keeps its judged chunks, so that no denominator
    changes, unless the corpus has another text under their ids. at: the time. Raises UsageError where there is no set of that name
    or the new one is taken, DataError for a broken seal.
    """
    check_name(new_name)
    if name not in golden.frozen_names():
        raise UsageError(f"{name!r}: no such frozen set; there are {', '.join(golden.frozen_names()) or 'none'}")
    chunks = {chunk.id: chunk for chunk in corpus}
    with locked(golden.lock):
        refuse_taken(golden, new_name)
        frozen = open_frozen(golden.path / "frozen" / name)
        before = _labelled(frozen)
        texts, scale = Texts(frozen.chunks), frozen.manifest.scale
        laid = lay(before.values(), texts, quotes_of(golden.judgments_one_by_one(), scale), scale, chunks)
        carrier = Carrier({ONE: chunks}, {ONE: laid}, scale, lambda _, chunk: chunk, lambda chunk: chunk not in chunks)
        after = {query: carrier.carried(own) for query, own in before.items()}
        files, manifest = _sealed(frozen, new_name, after, chunks, laid, at)
        if write:
            clear_unfinished(golden.path / "frozen")
            write_files(golden.path / "frozen", new_name, files)
    return _result(frozen, manifest, before, after, laid, chunks)


def _labelled(frozen: FrozenSet) -> dict[str, Labelled]:
    labels: dict[str, dict[str, Label]] = {query.id: {} for query in frozen.queries}
    for label in frozen.labels:
        labels[label.query][label.chunk] = label
    return {query.id: Labelled(query.id, labels[query.id], query.facts) for query in frozen.queries}


def _sealed(
    frozen: FrozenSet, name: str, after: Mapping[str, Labelled], corpus: Mapping[str, Chunk], laid: Laid, at: str
) -> tuple[dict[str, bytes], Manifest]:
    """The bytes of the new set and its manifest."""
    queries = [replace(query, facts=after[query.id].facts) for query in frozen.queries]
    labels = [label for query in queries for _, label in sorted(after[query.id].labels.items())]
    chunks = _chunks(labels, frozen.chunks, corpus)
    files = {
        "queries.jsonl": lines_of(queries),
        "labels.jsonl": lines_of(labels),
        "chunks.jsonl": lines_of(chunks),
    }
    old = frozen.manifest
    manifest = replace(
        old,
        name=name,
        digest="",
        at=at,
        files={file: canonical.sha256_bytes(data) for file, data in files.items()},
        corpus=canonical.sha256_bytes(canonical.encode([[chunk.id, chunk.sha256] for chunk in chunks])),
        counts={**old.counts, **_counts(labels, chunks)},
        parameters=old.parameters
        | {"rebased": {"from": old.name, "labels": dict(sorted(laid.counts.items()))}}
        | descent(old),
        parent=old.digest,
    )
    written = all_fields(manifest)
    manifest = replace(manifest, digest=digest_of(written))
    return files | {MANIFEST: canonical.line(written | {"digest": manifest.digest})}, manifest


def _chunks(labels: Sequence[Label], old: Iterable[Chunk], corpus: Mapping[str, Chunk]) -> list[Chunk]:
    """The texts that the labels are about: the corpus's, or those that were judged."""
    known = {(chunk.id, chunk.sha256): chunk for chunk in (*old, *corpus.values())}
    wanted = sorted({(label.chunk, label.text_sha256 or "") for label in labels})
    return [known[key] for key in wanted if key in known]


def _counts(labels: Sequence[Label], chunks: Sequence[Chunk]) -> dict[str, int]:
    status, texts = Counter(label.status for label in labels), {chunk.id for chunk in chunks}
    return {
        "labels": len(labels),
        "decided": status["decided"],
        "derived": status["derived"],
        "chunks": len(chunks),
        "labels_without_text": sum(label.chunk not in texts for label in labels),
    }


def _result(
    frozen: FrozenSet,
    manifest: Manifest,
    before: Mapping[str, Labelled],
    after: Mapping[str, Labelled],
    laid: Laid,
    corpus: Mapping[str, Chunk],
) -> CarriedSet:
    def shares(query: Labelled) -> float:
        return sum(fact.share for fact in query.facts)

    asked = [query for query in before.values() if query.facts]
    reached = [query for query in asked if any(chunk in corpus for fact in after[query.id].facts for chunk in fact.any)]
    return CarriedSet(
        name=manifest.name,
        parent=frozen.manifest.name,
        digest=manifest.digest,
        chunks=len(corpus),
        texts=dict(laid.kinds),
        labels=dict(laid.counts),
        queries=len(before),
        answered=len(asked),
        reached=len(reached),
        changed=sum(abs(shares(query) - shares(after[query.id])) > 1e-6 for query in asked),
        without_text=laid.without_text,
    )
