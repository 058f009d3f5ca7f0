"""How the labels of a set were pooled, for its manifest."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from goldkit.records import JSON, Batch, Judgment
from goldkit.sets.pooling import BY, is_pooling, pooled_and_judged
from goldkit.sets.resolve import DEV


def pools(batches: Iterable[Batch], judgments: Sequence[Judgment], queries: Collection[str]) -> JSON:
    """The poolings of `dev` so far, and how many pairs of these queries they proposed and were judged; {} without any.

    Each pooling by its depth, whether the word search was in it, and the sorted digests of its runs, which name none.
    """
    found = {batch.batch: batch for batch in batches if is_pooling(batch) and batch.file == DEV}
    if not found:
        return {}
    proposed = {(line.query, line.chunk) for line in judgments if line.by == BY and line.query in queries}
    return {
        "poolings": [
            {"depth": batch.counts["depth"], "bm25": bool(batch.counts["bm25"]), "runs": list(batch.runs)}
            for _, batch in sorted(found.items())
        ],
        "proposed": len(proposed),
        "judged": sum(query in queries for query, _ in pooled_and_judged(judgments)),
    }
