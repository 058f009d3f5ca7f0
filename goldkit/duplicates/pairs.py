"""From pairs of texts to pairs of chunks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from goldkit.duplicates.guard import Finding
from goldkit.duplicates.verdicts import EXACT
from goldkit.duplicates.verify import Figures
from goldkit.records import Copy
from goldkit.results.widen import CappedBucket

BY, BY_ITSELF = "goldkit widen", "goldkit dedupe"
"""Who found a pair, in its `by` field: of labelled chunks with a corpus, of a corpus with itself."""


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes pairs of chunks. labelled: the ids one of which each pair must have, or None for a corpus with itself."""

    labelled: frozenset[str] | None
    at: str
    bucket: int
    index: str = ""

    def equal(self, ids: Sequence[str], sha256: str) -> Iterator[Copy]:
        """The pairs among the chunks of one text; of a corpus with itself, the first with each other."""
        figures = Figures(1.0, 1.0, 1.0)
        if self.labelled is None:
            chosen: Iterable[tuple[str, str]] = ((ids[0], other) for other in ids[1:])
        else:
            known, others = self._parted(ids)
            chosen = [*combinations(known, 2), *product(known, others)]
        return (self._copy(a, b, figures, EXACT, (sha256, sha256)) for a, b in chosen)

    def unequal(
        self, ids: tuple[Sequence[str], Sequence[str]], sums: tuple[str, str], figures: Figures, finding: Finding
    ) -> Iterator[Copy]:
        """The pairs of a chunk of one text with a chunk of the other. ids: of the chunks of each; sums: their texts' SHA-256."""
        for one, other in self._chosen(*ids):
            if self._first(one, other):
                yield self._copy(one, other, figures, finding, sums)
            else:
                turned = Figures(figures.jaccard, figures.b_in_a, figures.a_in_b)
                yield self._copy(other, one, turned, finding.turned(), (sums[1], sums[0]))

    def capped(self, ids: Sequence[str]) -> list[CappedBucket]:
        """The bucket of the chunks of one text, where a labelled one has so many others that not all of them are joined."""
        if self.labelled is None or len(ids) <= self.bucket:
            return []
        return [CappedBucket(route="exact", first=ids[0], members=len(ids), kept=self.bucket)]

    def used(self, ids: Sequence[str]) -> Iterable[str]:
        """Those chunks of one text that pairs may name; one of them at least."""
        if self.labelled is None:
            return ids[:1]
        known, others = self._parted(ids)
        return [*known, *others]

    def _chosen(self, a: Sequence[str], b: Sequence[str]) -> Iterable[tuple[str, str]]:
        if self.labelled is None:
            return [(a[0], b[0])]
        (known_a, others_a), (known_b, others_b) = self._parted(a), self._parted(b)
        return [*product(known_a, [*known_b, *others_b]), *product(others_a, known_b)]

    def _parted(self, ids: Sequence[str]) -> tuple[list[str], list[str]]:
        """The labelled ids of a text, and as many of its others as the bucket has room for."""
        labelled = self.labelled or frozenset()
        others = [name for name in ids if name not in labelled]
        return [name for name in ids if name in labelled], others[: self.bucket]

    def _first(self, one: str, other: str) -> bool:
        """Whether `one` is a: the labelled one, or else the smaller id."""
        ranks = [(self.labelled is not None and name not in self.labelled, name) for name in (one, other)]
        return ranks[0] < ranks[1]

    def _copy(self, a: str, b: str, figures: Figures, finding: Finding, sums: tuple[str, str]) -> Copy:
        return Copy(
            a=a,
            b=b,
            a_sha256=sums[0],
            b_sha256=sums[1],
            jaccard=figures.jaccard,
            containment=(figures.a_in_b, figures.b_in_a),
            verdict="same" if finding.direction else finding.verdict,
            differs=finding.differs,
            rule=finding.rule,
            direction=finding.direction,
            spans=finding.spans,
            by=BY_ITSELF if self.labelled is None else BY,
            at=self.at,
            index=self.index,
        )
