"""What looks private in questions and stored passages: what mining would have replaced."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from goldkit.checks.subject import Subject
from goldkit.records import Query
from goldkit.results.check import Finding, Severity
from goldkit.text.redact import Redactor

CURE = (
    "Put its marker, such as <EMAIL>, in its place by hand, and in git's history too; where it is nobody's, say so by a "
    "`keep:` line in redact.txt of the golden directory (or --redact-rules)."
)


def private_text(subject: Subject) -> Iterator[Finding]:
    """What looks like an address, a number or a secret of a person: in a question, its context or answer, a note, quote or draft.

    An error where the question is from a log, for mining replaces such things; a warning where somebody wrote or imported it so.
    """
    redactor = Redactor(subject.rules)
    for query in subject.golden.queries.values():
        found = sorted({one.rule for text in _texts(query) for one in redactor.redact(text)[1]})
        if found:
            what = f"query {query.id!r} holds what looks private: {', '.join(found)}"
            severity: Severity = "error" if query.origin == "log" else "warning"
            yield Finding("private-text", severity, subject.at("queries.jsonl"), what, CURE, query.id)
    for number, line in subject.judgments:
        found = sorted({one.rule for text in (line.note, line.quote) if text for one in redactor.redact(text)[1]})
        if found:
            what = f"a note or quote holds what looks private: {', '.join(found)}"
            yield Finding("private-text", "error", subject.at("judgments.jsonl", number), what, CURE)
    for number, draft in subject.rejected:
        found = sorted({one.rule for text in (draft.question, draft.detail) for one in redactor.redact(text)[1]})
        if found:
            what = f"a rejected question holds what looks private: {', '.join(found)}"
            yield Finding("private-text", "error", subject.at("rejected.jsonl", number), what, CURE)


def _texts(query: Query) -> Iterable[str]:
    return [query.text, *query.variants, *(text for text in (query.context, query.answer) if text)]
