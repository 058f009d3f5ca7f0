"""Synthetic questions whose seed chunk is not what it was when the question was written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from goldkit.checks.subject import Subject
from goldkit.records import Query
from goldkit.results.check import Finding
from goldkit.store.texts import text_sha256

CURE = (
    "Read the question against the new text. One that still fits is confirmed by `goldkit review --apply FILE --corpus CORPUS` "
    'with a line {"query":…,"chunk":…,"grade":…}; one that does not is set aside by hand: "aside": "why" in its line.'
)


def changed_seeds(subject: Subject) -> Iterator[Finding]:
    """A synthetic question whose chunk has another text now than the one it was written from, or is gone from the corpus.

    Unless somebody decided that the new text answers it or, where the chunk is gone, that another one of the corpus does.
    """
    now = subject.corpus if subject.corpus is not None else _stored(subject)
    place = "corpus" if subject.corpus is not None else "chunks.jsonl"
    for query in subject.dev():
        fits = _answering(subject, query, now)
        for chunk, sha256 in seeds(query):
            if chunk in fits or (fits and chunk not in now):
                continue
            if chunk in now and now[chunk] != sha256:
                what = f"query {query.id!r} was written from another text of {chunk!r} than the {place} has now"
                yield Finding("changed-seed", "warning", subject.at("queries.jsonl"), what, CURE)
            elif chunk not in now and subject.corpus is not None:
                what = f"query {query.id!r} was written from {chunk!r}, which the corpus does not have any more"
                yield Finding("changed-seed", "warning", subject.at("queries.jsonl"), what, CURE)


def seeds(query: Query) -> list[tuple[str, str]]:
    """The chunks a question was written from, each with the sha256 of its text then; none where it was not recorded."""
    chunks, hashes = query.generator.get("chunks"), query.generator.get("text_sha256")
    if not (isinstance(chunks, list) and isinstance(hashes, list) and len(chunks) == len(hashes)):
        return []
    return [(str(chunk), str(sha256)) for chunk, sha256 in zip(chunks, hashes, strict=True)]


def _answering(subject: Subject, query: Query, now: Mapping[str, str]) -> set[str]:
    """The chunks of which somebody decided that the text they have now answers a question."""
    scale, labels = subject.golden.settings.scale, subject.golden.labels(query.id, "decided")
    return {
        chunk
        for chunk, label in labels.items()
        if scale.is_relevant(label.grade) and label.text_sha256 is not None and now.get(chunk) == label.text_sha256
    }


def _stored(subject: Subject) -> dict[str, str]:
    """Of each stored chunk the text that was stored last."""
    return {chunk.id: text_sha256(chunk) for chunk in subject.golden.chunks}
