"""A set whose labels and facts are of documents in place of chunks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace

from goldkit.measures.truth import counts, is_relevant
from goldkit.records import Fact, Label, Scale
from goldkit.scoring.documents import Documents
from goldkit.sets.scoreset import ScoreQuery, ScoreSet


def document_set(scoreset: ScoreSet, documents: Documents) -> ScoreSet:
    """The set with each label on its chunk's document, the highest grade where a document has several chunks.

    A fact is an any-of over the documents of its relevant chunks. Facts with the same documents are one: whoever retrieves them
    cannot reach one without the other. It has the larger share; parts of one split fact add up, to 1 at most.
    """
    return replace(scoreset, queries=tuple(_query(query, scoreset.scale, documents) for query in scoreset.queries))


def _query(query: ScoreQuery, scale: Scale, documents: Documents) -> ScoreQuery:
    return replace(query, labels=_labels(query.labels, documents), facts=_facts(query, scale, documents))


def _labels(labels: Mapping[str, Label], documents: Documents) -> dict[str, Label]:
    """One a document: its best label that counts, a decided one before its like, or any where none counts, which is a hole."""
    found: dict[str, Label] = {}
    for chunk, label in sorted(labels.items()):
        document = documents.of(chunk)
        if document not in found or _worth(label) > _worth(found[document]):
            found[document] = replace(label, chunk=document)
    return found


def _worth(label: Label) -> tuple[bool, int, bool]:
    return counts(label), label.grade or 0, label.status == "decided"


def _facts(query: ScoreQuery, scale: Scale, documents: Documents) -> tuple[Fact, ...]:
    same: dict[tuple[str, ...], list[Fact]] = defaultdict(list)
    for fact in query.facts:
        relevant = [chunk for chunk in fact.any if is_relevant(query.labels.get(chunk), scale)]
        if relevant:
            same[tuple(sorted({documents.of(chunk) for chunk in relevant}))].append(fact)
    return tuple(_merged(members, facts) for members, facts in same.items())


def _merged(members: tuple[str, ...], facts: list[Fact]) -> Fact:
    parts: dict[str | None, float] = defaultdict(float)
    for fact in facts:
        before = parts[fact.part_of]
        parts[fact.part_of] = max(before, fact.share) if fact.part_of is None else before + fact.share
    name = max(parts, key=lambda part: parts[part])
    return Fact(any=members, share=min(1.0, parts[name]), part_of=name if parts[name] < 1 else None)
