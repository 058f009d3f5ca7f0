"""Labels whose chunk is another one in today's corpus, or in it no more."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from goldkit.checks.subject import Subject, free_name
from goldkit.phrases import counted
from goldkit.records import Label
from goldkit.results.check import Finding
from goldkit.store.moments import time_of
from goldkit.store.texts import texts_of

EXPIRED = (
    "Read it again: `goldkit review --apply FILE --corpus CORPUS` takes the same grade or another, with "
    '"as_of":"2026-12-01" in its line for the day it was true.'
)
CHANGED = (
    "`goldkit rebase --corpus CORPUS` carries over what holds for certain and puts the rest up for review; or judge the text: "
    '`goldkit review --apply FILE --corpus CORPUS` with a line {"query":…,"chunk":…,"grade":…} for each label.'
)
VANISHED = (
    "`goldkit rebase --corpus CORPUS` finds where the text went; where it is gone for good, the label is withdrawn by "
    '`goldkit review --apply FILE` with a line {"query":…,"chunk":…,"grade":null,"reason":"gone","by":JUDGE}.'
)
SEALED = (
    "A seal never changes: `goldkit rebase --set {0} --as {1} --corpus CORPUS` seals its questions anew for the corpus."
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
    """A chunk with an answer that the corpus lacks, and with it all that say the same: no run can find it."""
    if subject.corpus is None:
        return
    for chunk, labels in _decided(subject).items():
        if chunk in subject.corpus:
            continue
        lost = [label for label in labels if not _reached(subject, label)]
        if lost:
            name = "names" if len(lost) == 1 else "name"
            what = f"{counted(len(lost), 'decided label')} {name} {chunk!r}, which the corpus lacks: no run can find it"
            yield Finding("vanished-chunk", "warning", subject.at("judgments.jsonl"), what, VANISHED)


def frozen_chunks(subject: Subject) -> Iterator[Finding]:
    """A frozen set some of whose chunks the corpus lacks, or has with another text: its scores are not what they were."""
    if subject.corpus is None:
        return
    for folder, frozen in subject.current().items():
        name, labelled = frozen.manifest.name, {label.chunk: label.text_sha256 for label in frozen.labels}
        there = {chunk for chunk in labelled if chunk in subject.corpus}
        same = {chunk for chunk in there if labelled[chunk] in (None, subject.corpus[chunk])}
        if len(same) == len(labelled):
            continue
        asked = [query for query in frozen.queries if query.facts]
        lost = sum(same.isdisjoint(chunk for fact in query.facts for chunk in fact.any) for query in asked)
        what = (
            f"of {counted(len(labelled), 'labelled chunk')} of {name!r} the corpus lacks {len(labelled) - len(there)} and has "
            f"another text of {len(there) - len(same)}; no run can find an answer to {lost} of {counted(len(asked), 'question')}"
        )
        yield Finding(
            "frozen-chunks",
            "warning",
            subject.at(f"frozen/{folder}"),
            what,
            SEALED.format(name, free_name(subject, name)),
        )


def _reached(subject: Subject, label: Label) -> bool:
    """Whether the corpus has another chunk of each fact that the chunk of a label is in; a chunk without an answer is none's."""
    facts = [fact for fact in subject.golden.facts(label.query) if label.chunk in fact.any]
    return all(any(chunk in (subject.corpus or {}) for chunk in fact.any) for fact in facts)


def _decided(subject: Subject) -> dict[str, list[Label]]:
    """The decided labels of `dev` by chunk, sorted. Of frozen queries nothing is named."""
    found: dict[str, list[Label]] = defaultdict(list)
    for query in subject.dev():
        for chunk, label in subject.golden.folded.labels.get(query.id, {}).items():
            if label.status == "decided":
                found[chunk].append(label)
    return dict(sorted(found.items()))


def expired_labels(subject: Subject) -> Iterator[Finding]:
    """A decided label that is older than the last change of its chunk's document: what it says may no longer be true."""
    newest = {(line.query, line.chunk, line.by): line for _, line in subject.judgments if line.status == "decided"}
    dev = {query.id for query in subject.dev()}
    held = 0
    for (query, chunk, by), line in sorted(newest.items()):
        changed, said = time_of(subject.changed.get(chunk, "")), time_of(line.as_of or line.at)
        if line.grade is None or changed is None or said is None or changed <= said:
            continue
        if query not in dev:
            held += 1
            continue
        what = (
            f"query {query!r} and chunk {chunk!r}: {by} judged as of {line.as_of or line.at}, and its document changed "
        )
        yield Finding("expired-label", "warning", subject.at("judgments.jsonl"), what + subject.changed[chunk], EXPIRED)
    if held:
        what = f"{counted(held, 'label')} of held-out queries older than the last change of the document"
        yield Finding(
            "expired-label",
            "warning",
            subject.at("judgments.jsonl"),
            what,
            "Freeze a new version once they are judged again.",
        )
