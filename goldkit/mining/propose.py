"""From evidence to proposals: which chunks of which question a person should look at.

A chunk that something speaks for (cited, clicked, a thumb up on an answer that used it) is always proposed. A question for whose
chunks nothing speaks gets its best-shown few proposed, so that it can be reviewed at all. Nothing else is: that a chunk was
shown or an answer disliked says nothing against the chunk.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from goldkit.mining.collect import Asked
from goldkit.mining.earlier import Earlier
from goldkit.mining.evidence_table import Evidence
from goldkit.mining.options import FEW
from goldkit.mining.priority import parts, priority, summed
from goldkit.records import JSON, Chunk, Judgment
from goldkit.store.evidence import combined_evidence, speaks_for

BY = "goldkit mine"


class Proposer:
    """Makes the proposals of one mining call, for one query after another in ascending order of ids.

    earlier: judgments so far. chunks: id → chunk, where a text is known.

    rates: rank → clicks a showing, where clicks are set against those expected. depth: how many chunks of a question that nothing
    speaks for are proposed. below: pairs not proposed since they stand below these. beside: pairs not proposed since something
    speaks for another chunk of the question, and nothing for theirs.
    """

    def __init__(
        self,
        earlier: Earlier,
        chunks: Mapping[str, Chunk],
        at: str,
        rates: Mapping[int, float] | None = None,
        depth: int = FEW,
    ) -> None:
        self.below = self.beside = 0
        self._earlier, self._chunks, self._at, self._rates, self._depth = earlier, chunks, at, rates, depth

    def propose(self, query: str, asked: Asked) -> list[Judgment]:
        """One proposal for each batch that has evidence about a chosen chunk, sorted by chunk and batch."""
        batches: dict[str, list[str]] = defaultdict(list)
        for batch, chunk in sorted(asked.evidence):
            batches[chunk].append(batch)
        earlier = self._earlier.of(query)
        totals: dict[str, Evidence] = {chunk: combined_evidence(lines) for chunk, lines in earlier.items()}
        for chunk in batches:
            if chunk not in earlier and len(batches[chunk]) == 1:
                totals[chunk] = asked.evidence[batches[chunk][0], chunk]
            else:
                own = [self._line(query, chunk, batch, asked) for batch in batches[chunk]]
                totals[chunk] = combined_evidence([*earlier.get(chunk, []), *own])
        over = asked.ranks.over_expected(self._rates) if self._rates and asked.ranks else {}
        supported = [chunk for chunk, evidence in totals.items() if speaks_for(evidence)]
        chosen = supported or _best_shown(totals)[: self._depth]
        passed = len(batches.keys() - earlier.keys() - set(chosen))
        self.beside += passed if supported else 0
        self.below += 0 if supported else passed
        ranked = {chunk: _ranked(totals[chunk], over.get(chunk)) for chunk in sorted(chosen)}
        return [
            self._line(query, chunk, batch, asked, ranked.get(chunk))
            for chunk in ranked
            for batch in batches.get(chunk, [])
        ]

    def _line(
        self, query: str, chunk: str, batch: str, asked: Asked, ranked: tuple[float, JSON] | None = None
    ) -> Judgment:
        text = self._chunks.get(chunk)
        score, metadata = ranked or (None, {})
        return Judgment(
            query=query,
            chunk=chunk,
            grade=None,
            status="proposed",
            source="log",
            by=BY,
            at=self._at,
            text_sha256=text.sha256 if text else None,
            priority=score,
            batch=batch,
            evidence=asked.evidence[batch, chunk],
            metadata=metadata | {"matched": asked.matched[chunk]} if chunk in asked.matched else metadata,
        )


def _best_shown(totals: Mapping[str, Evidence]) -> list[str]:
    return sorted(totals, key=lambda chunk: (-priority(totals[chunk]), chunk))


def _ranked(total: Evidence, over: float | None) -> tuple[float, JSON]:
    """The priority of a chunk, and its parts with, of a clicked one, its clicks over those expected of its ranks."""
    found = parts(total)
    return summed(found), {"priority": found} | ({} if over is None else {"coec": round(over, 3)})
