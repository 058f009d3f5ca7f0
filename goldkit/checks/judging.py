"""Judgments and labels that do not fit the rest of the set."""

from __future__ import annotations

from collections.abc import Iterator

from goldkit.checks.subject import Subject
from goldkit.measures.truth import is_relevant
from goldkit.records import Label
from goldkit.results.check import Finding
from goldkit.store.newest import newest_per, voice
from goldkit.store.restored import compare
from goldkit.store.texts import texts_of

JUDGMENTS = "judgments.jsonl"
LINE = '{"query":…,"chunk":…,"grade":…}'
KEEP = (
    "Import or mine again with --corpus, or judge again by `goldkit review --apply FILE --corpus CORPUS`: the texts of judged "
    "chunks are stored then."
)
NOW = f"Judge the text that there is now: `goldkit review --apply FILE --corpus CORPUS` with a line {LINE}."
AGAIN = (
    "`goldkit review --frozen {0}` asks a judge again, blind; `goldkit freeze NEW --from {0}` then seals a version with "
    "what was said."
)
MISSPELT = "An id that the corpus lacks is corrected in the file it was imported from."


def unknown_queries(subject: Subject) -> Iterator[Finding]:
    """A judgment about a query that queries.jsonl does not have: it counts for nothing."""
    for line, judgment in subject.judgments:
        if judgment.query not in subject.golden.queries:
            what = f"a judgment about query {judgment.query!r}, which queries.jsonl does not have"
            cure = f"{compare(subject.directory.path, 'queries.jsonl')} Or import the query again under this id."
            yield Finding("unknown-query", "error", subject.at(JUDGMENTS, line), what, cure, judgment.query)


def grades_outside_scale(subject: Subject) -> Iterator[Finding]:
    """A grade that the set's scale does not have, and that its judge did not replace."""
    highest = subject.golden.settings.scale.max
    outside = [
        (line, one) for line, one in subject.judgments if one.grade is not None and not 0 <= one.grade <= highest
    ]
    voices = {voice(one) for _, one in outside}
    standing = newest_per((one for _, one in subject.judgments if voice(one) in voices), voice)
    for line, one in outside:
        if one in standing:
            what = f"grade {one.grade} on a scale of 0 to {highest} for query {one.query!r} and chunk {one.chunk!r}"
            cure = (
                "A set has exactly one scale. A line by the same judge replaces it: `goldkit review --apply FILE` with "
                f'{{"query":…,"chunk":…,"grade":…,"by":"{one.by}"}}.'
            )
            yield Finding("grade-outside-scale", "error", subject.at(JUDGMENTS, line), what, cure, one.query)


def decided_without_text(subject: Subject) -> Iterator[Finding]:
    """A decided label on a chunk whose text was not kept: once the corpus changes, nobody knows what was judged."""
    stored = texts_of(subject.golden.chunks)
    for label in _labels(subject):
        known = stored.get(label.chunk, {})
        if label.status == "decided" and (not known or (label.text_sha256 and label.text_sha256 not in known)):
            what = f"no stored text for {_pair(label)}, which is decided"
            cure = NOW if known else f"{KEEP} {MISSPELT}"
            yield Finding("decided-without-text", "warning", subject.at("chunks.jsonl"), what, cure, label.query)


def disputed(subject: Subject) -> Iterator[Finding]:
    """A pair on which judges are two grades or one relevance apart: it scores as a hole."""
    for label in _labels(subject):
        if label.disputed:
            what = f"{_pair(label)} is disputed between {', '.join(label.judges)}"
            cure = 'Settle it with `goldkit review --apply FILE`, by a line {"query":…,"chunk":…,"grade":…,"role":"adjudicate"}.'
            yield Finding("disputed", "warning", subject.at(JUDGMENTS), what, cure, label.query, AGAIN)


def copies_on_two_sides(subject: Subject) -> Iterator[Finding]:
    """Copies that were judged to opposite sides of `relevant_from` for one query."""
    for conflict in subject.golden.folded.conflicts:
        one, other = conflict.chunks
        about = "" if conflict.about is None else f", so their copy {conflict.about!r} has no label"
        what = f"query {conflict.query!r}: one of {one!r} and {other!r} is relevant and the other is not{about}"
        cure = (
            f"Give one of them a new grade, or say that they differ: `goldkit review --apply FILE` with a line {LINE} or "
            '{"a":…,"b":…,"verdict":"differs"}.'
        )
        again = AGAIN.replace("--frozen {0}", "--frozen {0} --again")
        yield Finding("copies-on-two-sides", "warning", subject.at("copies.jsonl"), what, cure, conflict.query, again)


def unanswerable_with_answer(subject: Subject) -> Iterator[Finding]:
    """A query said to have no answer, and a chunk decided to answer it."""
    scale = subject.golden.settings.scale
    for name, query in sorted(subject.golden.queries.items()):
        if query.answerable == "no":
            for chunk, label in sorted(subject.golden.labels(name).items()):
                if is_relevant(label, scale):
                    what = f"query {name!r} has answerable `no`, but {chunk!r} answers it with grade {label.grade}"
                    cure = (
                        'Write "answerable": "yes" in its line, or judge the chunk again: `goldkit review --apply FILE` '
                        f"with a line {LINE}."
                    )
                    again = AGAIN.replace("--frozen {0}", "--frozen {0} --again")
                    yield Finding(
                        "unanswerable-with-answer", "error", subject.at("queries.jsonl"), what, cure, name, again
                    )


def _labels(subject: Subject) -> Iterator[Label]:
    for _, labels in sorted(subject.golden.folded.labels.items()):
        yield from (label for _, label in sorted(labels.items()))


def _pair(label: Label) -> str:
    return f"query {label.query!r} and chunk {label.chunk!r}"
