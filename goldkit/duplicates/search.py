"""From the texts of a corpus to verified matches: candidates by both routes, then exact figures with and without boilerplate."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from goldkit.duplicates.candidates import band_pairs, distinct_pairs
from goldkit.duplicates.containment import containment_pairs
from goldkit.duplicates.membership import Membership
from goldkit.duplicates.near_misses import REACH, NearMisses
from goldkit.duplicates.rarity import rarity_of
from goldkit.duplicates.stops import stop_shingles
from goldkit.duplicates.verify import Figures, figures, pair_of
from goldkit.results.widen import CappedBucket

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from goldkit.duplicates.bands import Bands
    from goldkit.duplicates.corpus_sketches import CorpusSketches
    from goldkit.results.widen import WidenParameters

STEPS, COMPARED = "steps of the search done", "pairs compared"
"""Of what the progress is told. Boilerplate, likeness and containment are a step each."""
AT_ONCE = 1000
"""Pairs that are compared between two words about it."""


class Match(NamedTuple):
    """Two texts by rank (a < b) that are a pair: figures on all shingles; boilerplate: too little stands beside it."""

    a: int
    b: int
    figures: Figures
    boilerplate: bool


class Matches(NamedTuple):
    """The matches in order, the number of candidate pairs that were verified, the buckets that were cut, the stop shingles.

    below: the candidates that come nearest to being pairs (see near_misses).
    """

    found: list[Match]
    candidates: int
    capped: list[CappedBucket]
    stops: NDArray[np.uint64]
    below: list[Match]


def matches(
    corpus: CorpusSketches,
    left: NDArray[np.int64],
    bands: Bands,
    parameters: WidenParameters,
    progress: Callable[[str, int, int], object] = lambda *_: None,
) -> Matches:
    """All pairs of a left text, by its rank, and any other text. progress: as of an Engine."""
    rarity = rarity_of(corpus)
    stops = stop_shingles(corpus, rarity, parameters)
    progress(STEPS, 1, 3)
    alike = band_pairs(corpus, left, bands, parameters.bucket)
    progress(STEPS, 2, 3)
    within = containment_pairs(corpus, left, stops, rarity, parameters)
    progress(STEPS, 3, 3)
    near = close(alike.pairs, corpus.counts, parameters.jaccard - REACH)
    ordered = distinct_pairs(np.sort(np.concatenate([near, within.pairs]), axis=1))
    among = Membership(stops)
    found, missed = [], NearMisses(parameters.jaccard)
    for at, (a, b) in enumerate(ordered.tolist()):
        if at % AT_ONCE == 0:
            progress(COMPARED, at, len(ordered))
        one, other = corpus.shingled(a), corpus.shingled(b)
        exact = figures(one.hashes, other.hashes)
        pair = pair_of(exact, one, other, among, parameters)
        if pair is not None:
            found.append(Match(a, b, *pair))
        else:
            missed.tell(a, b, exact)
    progress(COMPARED, len(ordered), len(ordered))
    cut = [("bands", bucket) for bucket in alike.capped] + [("containment", bucket) for bucket in within.capped]
    capped = [
        CappedBucket(route=route, first=corpus.first(at), members=size, kept=kept) for route, (at, size, kept) in cut
    ]
    below = [Match(a, b, exact, boilerplate=False) for a, b, exact in missed.found()]
    return Matches(found, len(ordered), capped, stops, below)


def close(pairs: NDArray[np.int64], sizes: NDArray[np.int64], jaccard: float) -> NDArray[np.int64]:
    """The pairs whose sizes allow this Jaccard similarity: the smaller set over the larger is the most it can be.

    What it drops can only be a pair by containment, and these the other route finds.
    """
    both = sizes[pairs]
    kept: NDArray[np.int64] = pairs[both.min(axis=1) >= (jaccard - 1e-9) * both.max(axis=1)]
    return kept
