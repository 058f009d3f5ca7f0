"""What pooling found: counts only. Nothing here says which run found which chunk, or names a query."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from goldkit.records import Batch, Chunk, Judgment

FORMAT = 1
"""The version of the JSON that `to_dict` gives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolCounts:
    """(query, chunk) pairs of a pool, each in exactly one of the parts.

    judged: with a label that counts, their own or a copy's. disputed: judges are apart, so that another proposal helps nobody.
    missing: the corpus lacks the chunk. copies: say the same as another pair to judge, and will follow it. open: to judge.
    """

    judged: int = 0
    disputed: int = 0
    missing: int = 0
    copies: int = 0
    open: int = 0

    @property
    def total(self) -> int:
        """All pairs of the pool."""
        return self.judged + self.disputed + self.missing + self.copies + self.open


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Between which ends the mean delta of a run to the baseline lies, however the open pairs are judged.

    queries: in the mean now; holes: their open pairs. settled: whether the sign no longer hangs on them, and so judging may stop.
    width: high − low. low, high, better (the run that is better for good, None where open or neither): None of a frozen set, of
    which nothing is shown that would be a look. next_narrows: by how much the judgment asked first is expected to narrow width.
    judged: pooled pairs that were judged so far; expected: the delta if each open one is relevant with the chance that these and
    its text give it (see scoring.pool_chance), and expected_error its standard error; None with too few, and of a frozen set.
    """

    baseline: str
    run: str
    measure: str
    queries: int
    holes: int
    judged: int
    settled: bool
    width: float
    next_narrows: float
    low: float | None = None
    high: float | None = None
    better: str | None = None
    expected: float | None = None
    expected_error: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pooled:
    """One pooling; `goldkit.scoring.pool.save_pooled` writes it.

    depth: results taken from each of `runs` runs, and of the word search where bm25 is set. queries: that were pooled; covered:
    of these, with at least one result; unanswerable: left out, known to have no answer. queued: open pairs that were in the
    review queue before; most: open pairs of the query that has most; asking: queries with an open pair.
    comparisons: of each further run with the first one, where the labels so far allow it.
    lacking: chunk ids that the corpus has not; lacking_named: some of them, "" for a frozen set; reason: what explains most of
    them. proposals, chunks, batch: records to write.
    """

    set: str
    frozen: bool
    depth: int
    runs: int
    bm25: bool
    queries: int
    covered: int
    unanswerable: int
    pairs: PoolCounts
    queued: int
    asking: int
    most: int
    lacking: int
    lacking_named: str
    reason: str | None
    proposals: tuple[Judgment, ...]
    chunks: tuple[Chunk, ...]
    batch: Batch
    comparisons: tuple[Comparison, ...] = ()

    @property
    def new(self) -> int:
        """Open pairs that were not in the review queue before."""
        return self.pairs.open - self.queued

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `pool --json`, format 1: counts only, so that whoever judges stays blind."""
        records = ("proposals", "chunks", "batch")
        value = {key: item for key, item in asdict(self).items() if key not in records}
        return {"format": FORMAT, "new": self.new, **value}
