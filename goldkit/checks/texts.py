"""Stored texts that are not what they were, or of which there are two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from goldkit.checks.subject import Subject
from goldkit.files import canonical
from goldkit.phrases import counted
from goldkit.results.check import Finding

CHUNKS = "chunks.jsonl"


def changed_texts(subject: Subject) -> Iterator[Finding]:
    """A stored text that its own sha256 does not fit: what was judged was edited afterwards."""
    for chunk in subject.golden.chunks:
        if canonical.sha256_text(chunk.text) != chunk.sha256:
            what = f"the text of {chunk.id!r} is not the one with sha256 {chunk.sha256[:12]}"
            yield Finding("changed-text", "error", subject.at(CHUNKS), what, "Restore it from git.")


def two_texts(subject: Subject) -> Iterator[Finding]:
    """Two texts under one id, and a judgment that names neither: it could mean either."""
    unnamed = Counter(
        line.chunk for _, line in subject.judgments if line.text_sha256 is None and line.grade is not None
    )
    for name, count in sorted(Counter(chunk.id for chunk in subject.golden.chunks).items()):
        if count > 1 and unnamed[name]:
            what = f"{count} texts are stored under the id {name!r}, and {counted(unnamed[name], 'judgment')} may mean any of them"
            cure = "Judge the text that the corpus has now; each text keeps the judgments that name its sha256."
            yield Finding("two-texts", "warning", subject.at(CHUNKS), what, cure)
