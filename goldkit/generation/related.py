"""Chunks that belong together: they share names and words that hardly any other chunk has, and do not say the same.

For questions that take several chunks to answer. Only the first chunks of a sample are to be related to one another: memory and
time stay constant whatever the size of the corpus, and the questions of a run come from these chunks anyway.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import pairwise
from math import log

from goldkit.generation.named import all_named
from goldkit.records import Chunk
from goldkit.text.tokens import runs

AMONG = 5000
"""Places, the first ones of the sample, whose chunks may be related."""
RARE = 8
"""Chunks that may share a term; one that more of them have relates nothing."""
SHARE, LEAST_HOLDERS = 10, 3
"""In a small corpus a term is rare that at most one chunk in ten has, but three may always share one."""
LEAST_TERMS = 2
"""Rare words that two chunks share at least; one identifier is enough."""
LEAST_LETTERS = 4
_LINKING = "after also among before been between both during each from have into more most only other over same should some such "
COMMON = frozenset(
    (
        _LINKING
        + "than that their them then there these they this those through under until very what when where which while who "
        "will with within without would your"
    ).split()
)
"""English words that relate nothing, however few chunks a corpus has; in a larger one they are not rare anyway."""
COPY = 0.5
"""Jaccard similarity of terms from which on two chunks say the same, for this purpose."""


class Related:
    """An index of chunks by their rare terms. chunks: in the order of the sample; all are held in memory."""

    def __init__(self, chunks: Iterable[Chunk]) -> None:
        self._chunks = list(chunks)
        self._places = {chunk.id: place for place, chunk in enumerate(self._chunks)}
        self._terms = [terms(chunk.text) for chunk in self._chunks]
        holders: dict[str, list[int]] = defaultdict(list)
        for place, found in enumerate(self._terms):
            for term in found:
                holders[term].append(place)
        most = max(LEAST_HOLDERS, min(RARE, len(self._chunks) // SHARE))
        self._holders = {term: places for term, places in holders.items() if 2 <= len(places) <= most}

    def group(self, chunk: Chunk, least: int, most: int, skip: int = 0) -> tuple[Chunk, ...]:
        """The chunk and the chunks most related to it, `least` to `most` in all, in that order; () where there are too few.

        Also () where the very same chunks are a group of an earlier one. skip: how many of the best are passed over, to ask again.
        """
        place = self._places.get(chunk.id)
        if place is None:
            return ()
        group = self._group(place, most, skip)
        earlier = (self._group(other, most, skip) for other in group if other < place)
        if len(group) < least or any(set(group) == set(one) for one in earlier):
            return ()
        return tuple(self._chunks[one] for one in group)

    def _group(self, place: int, most: int, skip: int) -> list[int]:
        scores: dict[int, float] = defaultdict(float)
        shared: Counter[int] = Counter()
        weights = {term: log(1 + len(self._chunks) / len(self._holders[term])) for term in self._rare(place)}
        for term, weight in sorted(weights.items()):
            for other in self._holders[term]:
                scores[other] += weight
                shared[other] += LEAST_TERMS if self._terms[place][term] else 1
        fit = [other for other in scores if other != place and shared[other] >= LEAST_TERMS]
        best = [
            other for other in sorted(fit, key=lambda other: (-scores[other], other)) if not self._copy(place, other)
        ]
        group = [place]
        for other in best[skip:]:
            if len(group) < most and not any(self._copy(one, other) for one in group):
                group.append(other)
        return group

    def _rare(self, place: int) -> list[str]:
        return [term for term in self._terms[place] if term in self._holders]

    def _copy(self, place: int, other: int) -> bool:
        one, two = self._terms[place].keys(), self._terms[other].keys()
        return len(one & two) >= COPY * len(one | two)


def terms(text: str) -> dict[str, bool]:
    """What a text may share with another one, and whether it is an identifier: words of four letters or more, identifiers, and
    pairs of neighbouring characters of a script without spaces.
    """
    found: dict[str, bool] = {}
    for run in runs(text):
        if run.unspaced:
            found |= {f"{one}{other}": False for one, other in pairwise(run.tokens)}
        else:
            found |= {
                word: False
                for word in run.tokens
                if len(word) >= LEAST_LETTERS and word not in COMMON and not word.isdigit()
            }
    return found | {name.casefold(): True for name in all_named(text)}
