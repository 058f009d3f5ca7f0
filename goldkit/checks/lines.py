"""Lines that cannot be read, or whose time cannot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from goldkit.checks.subject import Subject, unreadable
from goldkit.records import Batch, Copy, Judgment, Look, SplitLine
from goldkit.results.check import Finding
from goldkit.results.rejected import Rejected
from goldkit.store.golden import GoldenDirectory
from goldkit.store.moments import time_of


def unreadable_lines(directory: GoldenDirectory) -> Iterator[Finding]:
    """A line that is no record of its file, or a query id given twice."""
    for problem in unreadable(directory):
        where = problem.path if problem.line is None else f"{problem.path}:{problem.line}"
        yield Finding("unreadable", "error", where, problem.what, problem.cure)


def torn_lines(subject: Subject) -> Iterator[Finding]:
    """A last line that a crash cut off."""
    for notice in subject.notices:
        where, _, what = notice.partition(": ")
        cure = "What it said was never acknowledged: do that one step again."
        yield Finding("torn-line", "warning", where, what, cure)


def unparseable_times(subject: Subject) -> Iterator[Finding]:
    """A time that is no ISO 8601 one: which of two lines is newer cannot be told."""
    lines: dict[str, Iterable[tuple[int, Judgment | Copy | SplitLine | Batch | Look | Rejected]]] = {
        "judgments.jsonl": subject.judgments,
        "copies.jsonl": subject.copies,
        "split.jsonl": subject.split,
        "batches.jsonl": subject.batches,
        "ledger.jsonl": subject.ledger,
        "rejected.jsonl": subject.rejected,
    }
    for name, records in lines.items():
        for line, record in records:
            if time_of(record.at) is None:
                cure = "Write into that line when it was, as 2026-12-01T10:00:00Z."
                yield Finding("bad-time", "error", subject.at(name, line), f"at {record.at!r} is no time", cure)
