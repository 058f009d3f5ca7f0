"""Questions that ask for several facts, and labels that know fewer."""

from __future__ import annotations

from collections.abc import Iterator

from goldkit.checks.subject import Subject
from goldkit.phrases import counted
from goldkit.records import Query
from goldkit.results.check import Finding

CURE = (
    "Judge what else answers it (`goldkit review`; what nothing proposed by `goldkit review --apply FILE`), or pool runs that may "
    "find it (`goldkit pool`); where one chunk does say it all, take the other fact or seed chunk out of its line, or set the "
    'query aside: "aside": "why".'
)


def facts_without_label(subject: Subject) -> Iterator[Finding]:
    """A question that asks for several facts of which some have no label: a run that finds half an answer then scores as whole.

    What it asks for is known where facts came with it, or where it was written from several chunks. A question without any label is
    another finding.
    """
    for query in subject.dev():
        asked, labelled = _facts(subject, query)
        if 0 < labelled < asked:
            what = f"query {query.id!r} asks for {counted(asked, 'fact')}, and labels reach {labelled} of them"
            yield Finding("fact-without-label", "warning", subject.at("queries.jsonl"), what, CURE)


def _facts(subject: Subject, query: Query) -> tuple[int, int]:
    """How many facts a question asks for, and how many of them a relevant label reaches."""
    scale = subject.golden.settings.scale
    labels = subject.golden.labels(query.id)
    relevant = {chunk for chunk, label in labels.items() if scale.is_relevant(label.grade)}
    if query.facts:
        return len(query.facts), sum(not relevant.isdisjoint(fact.any) for fact in subject.golden.facts(query.id))
    seeds = query.generator.get("chunks")
    asked = len(set(map(str, seeds))) if isinstance(seeds, list) else 1
    return asked, len(subject.golden.facts(query.id))
