"""Queries that cannot be scored, that nobody can tell apart, or that leak what is held out."""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from goldkit.checks.held_out import chunks_held_out, held_out
from goldkit.checks.subject import Subject, free_name
from goldkit.phrases import counted
from goldkit.results.check import Finding
from goldkit.store.restored import compare


def queries_without_label(subject: Subject) -> Iterator[Finding]:
    """A query of `dev` without a label that counts, and not known to be unanswerable: no score includes it.

    Those that have proposals merely wait for a person, as all do once logs are mined: they are one finding together.
    """
    at, name = subject.at("queries.jsonl"), "query-without-label"
    waiting: list[int] = []
    for query in subject.dev():
        if query.answerable != "no" and not subject.golden.labels(query.id):
            labels = subject.golden.folded.labels.get(query.id, {}).values()
            proposals = sum(label.status == "proposed" for label in labels)  # those without a grade as well
            if proposals:
                waiting.append(proposals)
                continue
            what = f"query {query.id!r} has no label that counts, and nothing is proposed"
            cure = (
                'Judge a chunk: `goldkit review --apply FILE` with a line {"query":…,"chunk":…,"grade":…}; or set it aside by hand '
                'if it is a bad question: "aside": "why" in its line.'
            )
            yield Finding(name, "warning", at, what, cure)
    if waiting:
        verb = "waits" if len(waiting) == 1 else "wait"
        what = f"{counted(len(waiting), 'query')} {verb} for review ({counted(sum(waiting), 'proposal')})"
        yield Finding(name, "warning", at, what, "`goldkit review` decides what is proposed.")


def look_alike_ids(subject: Subject) -> Iterator[Finding]:
    """Ids that differ in white space or Unicode form only: one thing under two ids, as a rule."""
    held, labelled = held_out(subject.golden.sides, subject.frozen), chunks_held_out(subject)
    chunks = {chunk.id for chunk in subject.golden.chunks} | {line.chunk for _, line in subject.judgments}
    for file, kind, ids in (
        ("queries.jsonl", "query", subject.golden.queries.keys()),
        ("judgments.jsonl", "chunk", chunks),
    ):
        for alike in _alike(ids):
            what = f"{kind} ids that look the same: {', '.join(map(ascii, alike))}"
            cure = "Where they are one thing, put one id in place of the other by hand; goldkit never rewrites an id."
            hidden = (
                {query for name in alike for query in labelled.get(name, ())}
                if kind == "chunk"
                else {*alike} & held.keys()
            )
            for about in sorted(hidden) or [""]:
                yield Finding("look-alike-ids", "warning", subject.at(file), what, cure, about)


def split_unknown_queries(subject: Subject) -> Iterator[Finding]:
    """A side given to a query that is gone: the next freeze cannot see what is tied to it."""
    for line, entry in subject.split:
        if entry.query not in subject.golden.queries:
            what = f"query {entry.query!r} has a side, and queries.jsonl does not have it"
            yield Finding(
                "split-unknown-query",
                "warning",
                subject.at("split.jsonl", line),
                what,
                f"{compare(subject.directory.path, 'queries.jsonl')} Set a query aside instead of deleting it.",
                entry.query,
            )


def tied_to_frozen(subject: Subject) -> Iterator[Finding]:
    """A query that came after a freeze and repeats a held-out one: it is embargoed, for whoever tunes on it tunes on that.

    It has the wording, a conversation or the seed chunk of a held-out query. None is named: its text would tell what is held out.
    """
    for side, count in sorted(Counter(subject.golden.tied.values()).items()):
        verb = "repeats" if count == 1 else "repeat"
        what = (
            f"{counted(count, 'query')} {verb} {side!r} (wording, conversation or seed chunk), so embargoed, not in dev"
        )
        cure = (
            "The next freeze of any kind writes that down; "
            f"`goldkit freeze {free_name(subject, side)} --from {side}` takes in what has labels."
        )
        yield Finding("tied-to-frozen", "warning", subject.at("queries.jsonl"), what, cure)


def _alike(ids: Iterable[str]) -> list[list[str]]:
    groups: dict[str, list[str]] = defaultdict(list)
    for name in sorted(ids):
        groups[" ".join(unicodedata.normalize("NFKC", name).split())].append(name)
    return [group for group in groups.values() if len(group) > 1]
