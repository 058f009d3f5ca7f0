"""Pooled pairs as proposals: blind to the run, the most useful first, and else in an order drawn by lot."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from math import log2
from typing import Any

from goldkit.files import canonical
from goldkit.records import Chunk, Judgment
from goldkit.sets.pool_subject import PoolSubject
from goldkit.sets.pooling import AHEAD, BY, pooled_for
from goldkit.store.newest import newest

Pair = tuple[str, str]
"""(query id, chunk id)."""
FIRST = 16
"""Pairs on the highest step."""
HIGHEST = 20


class Proposer:
    """Makes the proposals of one pooling. chunks: the corpus by id. at: the time. seed: of the lots."""

    def __init__(self, subject: PoolSubject, chunks: Mapping[str, Chunk], at: str, seed: int) -> None:
        self._chunks, self._at, self._seed, self._side = chunks, at, seed, subject.side
        self._lots: dict[Pair, str] = {}
        self._earlier = _earlier(subject)
        self._waiting = _waiting(subject)

    def lot(self, pair: Pair) -> str:
        """A hex string by the seed and the pair: no run, rank or neighbour has a part in it."""
        if pair not in self._lots:
            self._lots[pair] = canonical.sha256_bytes(canonical.encode([self._seed, *pair]))
        return self._lots[pair]

    def steps(self, gains: Mapping[Pair, float]) -> dict[Pair, int]:
        """The step of each pair that judging gains something by, at least 1: few pairs on the highest, twice as many on the next.

        The most useful come first, equal ones by lot. A step tells too little about a pair to tell where a run has it.
        """
        drawn = sorted((pair for pair, gain in gains.items() if gain > 0), key=self.lot)
        useful = sorted(drawn, key=lambda pair: -gains[pair])
        return {pair: max(1, HIGHEST - int(log2(place / FIRST + 1))) for place, pair in enumerate(useful)}

    def place(self, query: str) -> Callable[[str], tuple[bool, str]]:
        """The key that puts a query's chunks in order: first those that were proposed before, then by lot."""
        return lambda chunk: ((query, chunk) not in self._earlier, self.lot((query, chunk)))

    def is_queued(self, pair: Pair) -> bool:
        """Whether the pair was offered for review before."""
        return pair in self._waiting

    def propose(self, pair: Pair, steps: Mapping[Pair, int] | None) -> Judgment:
        """The proposal of a pair: ahead of all others on its step, else by lot.

        steps: None where no runs were compared; the pair then keeps the priority that an earlier pooling gave it.
        """
        earlier = self._earlier.get(pair)
        priority: float | None = round(int(self.lot(pair)[:8], 16) / 0x1_0000_0000, 4)
        if steps is None and earlier is not None:
            priority = earlier.priority
        elif steps is not None and pair in steps:
            priority = float(AHEAD + steps[pair])
        metadata: dict[str, Any] = {} if self._side is None else {"set": self._side}
        return Judgment(
            query=pair[0],
            chunk=pair[1],
            grade=None,
            status="proposed",
            source="pool",
            by=BY,
            at=self._at,
            text_sha256=self._chunks[pair[1]].sha256,
            priority=priority,
            metadata=metadata,
        )


def _earlier(subject: PoolSubject) -> dict[Pair, Judgment]:
    """The newest pooled proposal of each pair."""
    lines: dict[Pair, list[Judgment]] = defaultdict(list)
    for line in subject.judgments:
        if line.by == BY:
            lines[line.query, line.chunk].append(line)
    return {pair: newest(own) for pair, own in lines.items()}


def _waiting(subject: PoolSubject) -> set[Pair]:
    """The pairs that review offers already: in `dev` any proposal, of a frozen set what was pooled for it."""
    return {
        (line.query, line.chunk)
        for line in subject.judgments
        if line.status == "proposed" and line.reason is None and subject.side in (None, pooled_for(line))
    }
