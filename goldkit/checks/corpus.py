"""Decided labels whose chunk is another one in today's corpus, or in it no more."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from goldkit.checks.subject import Subject
from goldkit.phrases import counted
from goldkit.records import Label
from goldkit.results.check import Finding
from goldkit.store.texts import texts_of

CHANGED = (
    "Judge the text that the corpus has now: `goldkit review --apply FILE --corpus CORPUS` with a line "
    '{"query":…,"chunk":…,"grade":…} for each label.'
)
VANISHED = (
    "Judge what took its place by `goldkit review --apply FILE --corpus CORPUS`; the old label is withdrawn there by a line "
    '{"query":…,"chunk":…,"grade":null,"reason":"gone","by":JUDGE}.'
)


def changed_chunks(subject: Subject) -> Iterator[Finding]:
    """A chunk whose text in the corpus is another one than was judged: nobody knows whether its labels still hold."""
    now, stored = subject.corpus or {}, texts_of(subject.golden.chunks)
    for chunk, labels in _decided(subject).items():
        texts = list(stored.get(chunk, {}))
        only = texts[0] if len(texts) == 1 else None  # what a label that names no text means
        judged = [label.text_sha256 or only for label in labels]
        old = sum(sha256 is not None and sha256 != now[chunk] for sha256 in judged) if chunk in now else 0
        if old:
            what = f"{counted(old, 'decided label')} on another text of {chunk!r} than the corpus has now"
            yield Finding("changed-chunk", "warning", subject.at("judgments.jsonl"), what, CHANGED)


def vanished_chunks(subject: Subject) -> Iterator[Finding]:
    """A judged chunk that the corpus lacks: no run can find it."""
    if subject.corpus is None:
        return
    for chunk, labels in _decided(subject).items():
        if chunk not in subject.corpus:
            name = "names" if len(labels) == 1 else "name"
            what = (
                f"{counted(len(labels), 'decided label')} {name} {chunk!r}, which the corpus lacks: no run can find it"
            )
            yield Finding("vanished-chunk", "warning", subject.at("judgments.jsonl"), what, VANISHED)


def _decided(subject: Subject) -> dict[str, list[Label]]:
    """The decided labels of `dev` by chunk, sorted. Of frozen queries nothing is named."""
    found: dict[str, list[Label]] = defaultdict(list)
    for query in subject.golden.dev():
        for chunk, label in subject.golden.folded.labels.get(query.id, {}).items():
            if label.status == "decided":
                found[chunk].append(label)
    return dict(sorted(found.items()))
