"""The guard asked about every match of unequal texts, in one process or several, and what it says written as pairs of chunks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from goldkit.duplicates.texts import Text
from goldkit.duplicates.verdicts import boilerplate_among, verdicts
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


@dataclass(frozen=True, slots=True)
class Judge:
    """How pairs are judged. stops: the stop shingles. workers: processes that judge. judged: told how many pairs of how many
    are done, now and then, and that all are in the end, even where it is broken off. kept: what earlier searches said."""

    stops: NDArray[np.uint64]
    parameters: WidenParameters
    workers: int
    judged: Callable[[int, int], object]
    kept: KeptVerdicts | None = None


@dataclass(frozen=True, slots=True)
class Writing:
    """Called with matches of unequal texts it gives their pairs of chunks, with the guard's verdicts, in their order."""

    corpus: Texts
    chunks: Mapping[str, Chunk]
    writer: Writer
    judge: Judge

    def __call__(self, found: Sequence[Match]) -> Iterator[Copy]:
        """The pairs of chunks of some matches."""
        findings = dict(self._kept(found))
        order = [at for at in together(found) if at not in findings]
        findings |= zip(order, self._findings([found[at] for at in order]), strict=True)
        for at, match in enumerate(found):
            a, b, _ = self._asked(match)
            yield from self.writer.unequal(a, b, match.figures, findings.pop(at))

    def _kept(self, found: Sequence[Match]) -> Iterator[tuple[int, Finding]]:
        """The place of each match that was judged in an earlier search, and what was said of it."""
        judge = self.judge
        if judge.kept is None:
            return
        is_boilerplate = boilerplate_among(judge.stops, judge.parameters)
        for at, match in enumerate(found):
            if not match.boilerplate and (finding := judge.kept.get(*self._sums(match), is_boilerplate)) is not None:
                yield at, finding

    def _findings(self, found: Sequence[Match]) -> Iterator[Finding]:
        judge = self.judge
        parts = [found[at : at + AT_ONCE] for at in range(0, len(found), AT_ONCE)]
        questions = (([self._asked(match) for match in part], judge.stops, judge.parameters) for part in parts)
        done = 0
        try:
            for part, said in zip(parts, in_order(verdicts, questions, min(judge.workers, len(parts))), strict=True):
                if judge.kept is not None:
                    own = [(match, one) for match, one in zip(part, said, strict=True) if not match.boilerplate]
                    judge.kept.add((*self._sums(match), one) for match, one in own)
                done += len(part)
                judge.judged(done, len(found))
                yield from (one.finding for one in said)
        finally:
            judge.judged(len(found), len(found))

    def _sums(self, match: Match) -> tuple[str, str]:
        return self.corpus.sha256(match.a), self.corpus.sha256(match.b)

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
