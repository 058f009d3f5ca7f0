"""Writing what was mined: texts, questions, proposals, and at last the batch lines that make it count as done."""

from __future__ import annotations

from itertools import chain

from goldkit.mining.select import placed
from goldkit.results.mine import MineResult
from goldkit.sets.enroll import Enrolled, enroll
from goldkit.store.batch_lines import batch_line
from goldkit.store.golden import GoldenDirectory


def save_mined(golden: GoldenDirectory, result: MineResult) -> Enrolled:
    """Add a result to a golden directory, which is made where it is not there yet.

    A crash before the end leaves batches without their line; mining the same logs again then completes them and counts nothing
    twice, for weights and proposals are kept per batch. Raises IncompleteError when the disk is full.
    """
    golden.create()
    golden.keep_salt()
    enrolled = enroll(golden, result.queries, result.proposals, result.chunks)
    if result.selection is not None:
        standings = result.selection.standings
        golden.change_queries(lambda present: ((query, placed(query, standings)) for query in present))
    mined = {batch.batch for batch in golden.batches_one_by_one()}
    fresh = [batch for batch in result.batches if batch.batch not in mined]
    if fresh:
        lines = (batch_line(batch, result.hashes.get(batch.batch, ())) for batch in fresh)
        golden.append("batches.jsonl", chain.from_iterable(lines))
    return enrolled
