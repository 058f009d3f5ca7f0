"""Pooled proposals: what tells them from others, wherever they are written, reviewed or frozen.

A proposal says that somebody pooled the pair, never which run found it. One that was pooled for a frozen set names that set, so
that review offers it although its query is in no part of `dev`; the sealed set itself never changes.
"""

from __future__ import annotations

from collections.abc import Iterable

from goldkit.records import Batch, Judgment

BY = "goldkit pool"
READER = "pool"
"""The reader of a line of batches.jsonl that records a pooling: `file` is the set that was pooled for, `runs` are the
sorted digests of what was pooled, and `batch` is the digest of all that."""


AHEAD = 50
"""From this priority on a proposal goes ahead of all others, in steps of 1: judging it helps most to settle a comparison."""


def step(priority: float) -> int:
    """The step of a priority: pairs of a higher one are judged first, whatever their query; 0 for all that is not ahead."""
    return int(priority) if priority >= AHEAD else 0


def pooled_for(line: Judgment) -> str | None:
    """The frozen set that a proposal was pooled for; None for any other line."""
    side = line.metadata.get("set") if line.source == "pool" else None
    return side if isinstance(side, str) else None


def pooled_chunks(lines: Iterable[Judgment]) -> frozenset[str]:
    """The chunks that one query's lines pool for a frozen set, the one that holds it or a version of that."""
    return frozenset(line.chunk for line in lines if pooled_for(line) is not None)


def pooled_and_judged(lines: Iterable[Judgment]) -> set[tuple[str, str]]:
    """The (query, chunk) pairs that somebody pooled and somebody gave a grade: a proposal alone takes no bias from a set."""
    pooled: set[tuple[str, str]] = set()
    judged: set[tuple[str, str]] = set()
    for line in lines:
        if line.by == BY:
            pooled.add((line.query, line.chunk))
        elif line.status == "decided" and line.grade is not None:
            judged.add((line.query, line.chunk))
    return pooled & judged


def is_pooling(batch: Batch) -> bool:
    """Whether a line of batches.jsonl records a pooling, not a mined log."""
    return batch.reader == READER
