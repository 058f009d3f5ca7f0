"""From texts to verified matches: candidates by both routes, then exact figures with and without boilerplate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from goldkit.duplicates.candidates import band_pairs, containment_pairs
from goldkit.duplicates.signatures import signatures
from goldkit.duplicates.stops import without
from goldkit.duplicates.verify import Figures, figures, reaches
from goldkit.results.widen import CappedBucket

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from goldkit.duplicates.bands import Bands
    from goldkit.duplicates.texts import Text
    from goldkit.results.widen import WidenParameters


class Match(NamedTuple):
    """Two texts by position (a < b) that are a pair: figures on all shingles; boilerplate: too little stands beside it."""

    a: int
    b: int
    figures: Figures
    boilerplate: bool


class Matches(NamedTuple):
    """The matches in order, the number of candidate pairs that were verified, and the buckets that were cut."""

    found: list[Match]
    candidates: int
    capped: list[CappedBucket]


def matches(
    texts: Sequence[Text],
    left: Sequence[int],
    stops: NDArray[np.uint64],
    bands: Bands,
    parameters: WidenParameters,
) -> Matches:
    """All pairs of a text at a left position and any other text."""
    full = [text.shingled.hashes for text in texts]
    left_at, right_at = np.array(left, np.int64), np.arange(len(texts))
    made = signatures(full, parameters.permutations, parameters.seed)
    alike = band_pairs(made, bands, left_at, right_at, parameters.bucket)
    reduced = [without(hashes, stops) for hashes in full]
    long = np.array([_long(text, rest, parameters) for text, rest in zip(texts, reduced, strict=True)], np.bool_)
    within = containment_pairs(
        reduced, parameters.containment, left_at[long[left_at]], np.flatnonzero(long), parameters.bucket
    )
    ordered = np.unique(np.sort(np.concatenate([alike.pairs, within.pairs]), axis=1), axis=0)
    verified = (match_of(int(a), int(b), texts, reduced, parameters) for a, b in ordered)
    cut = [("bands", bucket) for bucket in alike.capped] + [("containment", bucket) for bucket in within.capped]
    capped = [
        CappedBucket(route=route, first=texts[at].ids[0], members=size, kept=kept) for route, (at, size, kept) in cut
    ]
    return Matches([match for match in verified if match], len(ordered), capped)


def match_of(
    a: int, b: int, texts: Sequence[Text], reduced: Sequence[NDArray[np.uint64]], parameters: WidenParameters
) -> Match | None:
    """The match of two texts by position, by exact figures; None where they are no pair. reduced: shingles less boilerplate."""
    sides = texts[a].shingled, texts[b].shingled
    found = figures(sides[0].hashes, sides[1].hashes)
    long_enough = min(sides[0].words, sides[1].words) >= parameters.least_words
    if not reaches(found, parameters, long_enough):
        return None
    if len(reduced[a]) == len(sides[0].hashes) and len(reduced[b]) == len(sides[1].hashes):
        return Match(a, b, found, boilerplate=False)
    if min(len(reduced[a]), len(reduced[b])) < parameters.least_shingles:
        return Match(a, b, found, boilerplate=True) if found.jaccard >= parameters.jaccard else None
    lower = Figures(*map(min, found, figures(reduced[a], reduced[b])))
    return Match(a, b, found, boilerplate=False) if reaches(lower, parameters, long_enough) else None


def _long(text: Text, rest: NDArray[np.uint64], parameters: WidenParameters) -> bool:
    return text.shingled.words >= parameters.least_words and len(rest) > 0
