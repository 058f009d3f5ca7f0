"""The guard asked about every match of unequal texts, in one process or several, and what it says written as pairs of chunks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from goldkit.duplicates.texts import Text
from goldkit.duplicates.verdicts import BOILERPLATE, boilerplate_among, verdicts
from goldkit.duplicates.workers import in_order

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from goldkit.duplicates.guard import Finding
    from goldkit.duplicates.kept_verdicts import KeptVerdicts
    from goldkit.duplicates.pairs import Writer
    from goldkit.duplicates.search import Match
    from goldkit.duplicates.shingles import Shingled
    from goldkit.records import Chunk, Copy
    from goldkit.results.widen import WidenParameters


class Texts(Protocol):
    """Texts by rank, all of a corpus or those that matter; its length is how many there are in all."""

    def __len__(self) -> int: ...

    def first(self, rank: int) -> str:
        """The smallest id of the chunks with this text."""

    def ids(self, rank: int) -> tuple[str, ...]:
        """The ids of the chunks with this text, sorted."""

    def shingled(self, rank: int) -> Shingled:
        """The shingles of one text; the verdict asks for its words only."""

    def sha256(self, rank: int) -> str:
        """The SHA-256 of one text, in hex."""


AT_ONCE = 256
"""Pairs that a process judges before it answers."""
JUDGED = "pairs judged"
"""Of what the progress is told."""


@dataclass(frozen=True, slots=True)
class Judge:
    """How pairs are judged. stops: the stop shingles. workers: processes that judge. progress: as of an Engine. kept: what
    earlier searches said."""

    stops: NDArray[np.uint64]
    parameters: WidenParameters
    workers: int
    progress: Callable[[str, int, int], object]
    kept: KeptVerdicts | None = None

    def remembered(self, found: Iterable[Match], corpus: Texts) -> dict[tuple[int, int], Finding]:
        """The ranks of those matches whose texts need not be read, and what is said of them."""
        if self.kept is None:
            return {}
        is_boilerplate = boilerplate_among(self.stops, self.parameters)
        known: dict[tuple[int, int], Finding] = {}
        for a, b, _, boilerplate in found:
            sums = corpus.sha256(a), corpus.sha256(b)
            finding = BOILERPLATE if boilerplate else self.kept.get(*sums, is_boilerplate)
            if finding is not None:
                known[a, b] = finding
        return known


@dataclass(frozen=True, slots=True)
class Writing:
    """Called with matches of unequal texts it gives their pairs of chunks, with the guard's verdicts, in their order.

    chunks: those of the matches that are to be read. known: what is said of the others, by their ranks.
    """

    corpus: Texts
    chunks: Mapping[str, Chunk]
    writer: Writer
    judge: Judge
    known: Mapping[tuple[int, int], Finding]

    def __call__(self, found: Sequence[Match]) -> Iterator[Copy]:
        """The pairs of chunks of some matches."""
        unread = [match for match in found if (match.a, match.b) not in self.known]
        order = together(unread)
        said = dict(zip(order, self._findings([unread[at] for at in order]), strict=True))
        findings = {(match.a, match.b): said.pop(at) for at, match in enumerate(unread)}
        for a, b, figures, _ in found:
            finding = self.known.get((a, b)) or findings.pop((a, b))
            ids, sums = (self.corpus.ids(a), self.corpus.ids(b)), (self.corpus.sha256(a), self.corpus.sha256(b))
            yield from self.writer.unequal(ids, sums, figures, finding)

    def _findings(self, found: Sequence[Match]) -> Iterator[Finding]:
        judge = self.judge
        parts = [found[at : at + AT_ONCE] for at in range(0, len(found), AT_ONCE)]
        questions = (([self._asked(match) for match in part], judge.stops, judge.parameters) for part in parts)
        done = 0
        try:
            for part, said in zip(parts, in_order(verdicts, questions, min(judge.workers, len(parts))), strict=True):
                if judge.kept is not None:
                    sums = ((self.corpus.sha256(match.a), self.corpus.sha256(match.b)) for match in part)
                    judge.kept.add((a, b, one) for (a, b), one in zip(sums, said, strict=True))
                done += len(part)
                judge.progress(JUDGED, done, len(found))
                yield from (one.finding for one in said)
        finally:
            judge.progress(JUDGED, len(found), len(found))

    def _asked(self, match: Match) -> tuple[Text, Text, bool]:
        a, b = (
            Text(self.chunks[self.corpus.first(rank)].text, self.corpus.ids(rank), self.corpus.shingled(rank))
            for rank in (match.a, match.b)
        )
        return a, b, match.boilerplate


def together(found: Sequence[Match]) -> list[int]:
    """The places of matches, those of one text and its likes after one another: the guard keeps the last texts it read, and
    is asked of one in several pairs, which stand far apart in the order of the matches."""
    least: dict[int, int] = {}
    for match in found:
        first = min(least.get(match.a, match.a), least.get(match.b, match.b))
        least[match.a] = least[match.b] = first
    return sorted(range(len(found)), key=lambda at: (least[found[at].a], at))
