"""What is exported: the labels of `dev`, of a frozen set, or of a set that goldkit did not make, as they stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path

from goldkit.errors import UsageError
from goldkit.phrases import counted
from goldkit.records import Chunk, Fact, FrozenQuery, Label, Query, Scale
from goldkit.results.losses import Losses
from goldkit.results.model_agreement import LEAST_KAPPA
from goldkit.sets.frozen import open_frozen
from goldkit.sets.golden import read_golden
from goldkit.sets.llm_gate import judges_that_count, trust_note
from goldkit.sets.resolve import DEV, place_of
from goldkit.store.counting import Counting
from goldkit.store.facts import counting_labels
from goldkit.store.golden import GoldenDirectory

SHARED = tuple(field.name for field in fields(FrozenQuery) if field.name not in ("block", "facts", "by_hand"))


@dataclass(frozen=True, slots=True)
class Subject:
    """The queries to export, sorted by id, with their labels that count and the facts these make. chunks: all stored texts.

    frozen: the directory of a frozen set, None for others. disputed: labels that judges disagree about. held_out: queries of the
    golden directory that are not in `dev`. read: of a foreign set, what was lost in reading it; None for goldkit's own.
    """

    name: str
    scale: Scale
    queries: tuple[Query, ...]
    labels: Mapping[str, Mapping[str, Label]]
    facts: Mapping[str, tuple[Fact, ...]]
    chunks: tuple[Chunk, ...]
    frozen: Path | None = None
    disputed: int = 0
    held_out: int = 0
    notices: tuple[str, ...] = ()
    read: Losses | None = None

    def texts(self) -> dict[str, Chunk]:
        """Chunk id → its text, the one that was judged where the id has had several."""
        by_text = {(chunk.id, chunk.sha256): chunk for chunk in self.chunks}
        newest = {chunk.id: chunk for chunk in self.chunks}
        found: dict[str, Chunk] = {}
        for labels in self.labels.values():
            for label in labels.values():
                chunk = by_text.get((label.chunk, label.text_sha256 or "")) or newest.get(label.chunk)
                if chunk is not None:
                    found.setdefault(label.chunk, chunk)
        return dict(sorted(found.items()))


def subject_of(
    spec: str, golden: Path, counting: Counting, queries: Path | None = None, least_kappa: float = LEAST_KAPPA
) -> Subject:
    """What a SET means. queries: a file with the texts of the questions of a foreign set. least_kappa: as in resolve_set.

    Raises as place_of does and reading the set, UsageError for `queries` beside a set that has its texts, and where an LLM judge
    whose labels would count agrees with people too little.
    """
    place = place_of(spec, golden)
    if place.kind == "foreign":
        from goldkit.sets.foreign_subject import foreign_subject  # which knows Subject

        return foreign_subject(place.path, queries)
    if queries is not None:
        raise UsageError(f"--queries gives the texts of a foreign set; {spec} has its own")
    return _frozen(place.path, counting) if place.kind == "frozen" else _dev(place.path, counting, least_kappa)


def _dev(path: Path, counting: Counting, least_kappa: float) -> Subject:
    judges = judges_that_count(counting, path, least_kappa)
    directory = GoldenDirectory.open(path)
    golden = read_golden(directory)
    queries = tuple(golden.dev())
    return Subject(
        name=DEV,
        scale=golden.settings.scale,
        queries=queries,
        labels={query.id: golden.labels(query.id, counting) for query in queries},
        facts={query.id: golden.facts(query.id, counting) for query in queries},
        chunks=golden.chunks,
        disputed=sum(label.disputed for one in queries for label in golden.folded.labels.get(one.id, {}).values()),
        held_out=len(golden.queries) - len(queries),
        notices=(*directory.notices, *map(trust_note, judges)),
    )


def _frozen(path: Path, counting: Counting) -> Subject:
    frozen = open_frozen(path)
    labels: dict[str, dict[str, Label]] = {query.id: {} for query in frozen.queries}
    for label in frozen.labels:
        labels[label.query][label.chunk] = label
    queries = sorted(frozen.queries, key=lambda query: query.id)
    return Subject(
        name=frozen.manifest.name,
        scale=frozen.manifest.scale,
        queries=tuple(Query(**{name: getattr(query, name) for name in SHARED}) for query in queries),
        labels={name: counting_labels(own, counting) for name, own in labels.items()},
        facts={query.id: query.facts for query in queries},
        chunks=frozen.chunks,
        frozen=path,
    )


def held_out(subject: Subject) -> tuple[str, ...]:
    """What of the golden directory is not exported, in a sentence; none where all is."""
    if not subject.held_out:
        return ()
    out = counted(subject.held_out, "query")
    return (f"{out} held out, embargoed or set aside: not in {subject.name}, so not exported",)
