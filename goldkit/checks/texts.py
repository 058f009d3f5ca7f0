"""Stored texts that are not what they were, or of which there are two.

One that only held-out queries have labels on is told as a finding about each of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from goldkit.checks.held_out import chunks_held_out
from goldkit.checks.subject import Subject
from goldkit.files import canonical
from goldkit.phrases import counted
from goldkit.results.check import Finding
from goldkit.store.newest import newest_per, voice
from goldkit.store.restored import compare

CHUNKS = "chunks.jsonl"
NOW = (
    "Each judge says again what holds, of the text that the corpus has now: `goldkit review --apply FILE --corpus CORPUS` with a "
    'line {"query":…,"chunk":…,"grade":…,"by":JUDGE}.'
)


def changed_texts(subject: Subject) -> Iterator[Finding]:
    """A stored text that its own sha256 does not fit: what was judged was edited afterwards."""
    held = chunks_held_out(subject)
    for chunk in subject.golden.chunks:
        if canonical.sha256_text(chunk.text) != chunk.sha256:
            for query in held.get(chunk.id, ("",)):
                what = f"the text of {chunk.id!r}{_judged_for(query)} is not the one with sha256 {chunk.sha256[:12]}"
                yield Finding(
                    "changed-text", "error", subject.at(CHUNKS), what, compare(subject.directory.path, CHUNKS), query
                )


def two_texts(subject: Subject) -> Iterator[Finding]:
    """Two texts under one id, and a judgment that names neither: it could mean either."""
    held = chunks_held_out(subject)
    standing = newest_per((line for _, line in subject.judgments), voice)
    unnamed = Counter(line.chunk for line in standing if line.text_sha256 is None and line.grade is not None)
    for name, count in sorted(Counter(chunk.id for chunk in subject.golden.chunks).items()):
        if count > 1 and unnamed[name]:
            for query in held.get(name, ("",)):
                what = (
                    f"{count} texts are stored under the id {name!r}{_judged_for(query)}, "
                    f"and {counted(unnamed[name], 'judgment')} may mean any of them"
                )
                yield Finding("two-texts", "warning", subject.at(CHUNKS), what, NOW, query)


def _judged_for(query: str) -> str:
    return f", judged for {query!r}," if query else ""
