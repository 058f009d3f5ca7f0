"""Bands: how a MinHash signature is cut up so that a pair at the threshold is found with the probability one asks for.

A pair of Jaccard similarity s agrees in all `rows` values of at least one of `bands` bands with probability
1 − (1 − s^rows)^bands (Leskovec, Rajaraman and Ullman, Mining of Massive Datasets, 3.4.2).
"""

from __future__ import annotations

from typing import NamedTuple


class Bands(NamedTuple):
    """`bands` bands of `rows` values each; bands × rows is at most the length of the signature."""

    bands: int
    rows: int

    def recall(self, similarity: float) -> float:
        """The probability in [0, 1] that a pair of this Jaccard similarity becomes a candidate."""
        return float(1.0 - (1.0 - similarity**self.rows) ** self.bands)


def choose(threshold: float, target: float, permutations: int) -> Bands:
    """The bands with the most rows (the fewest false candidates) that reach the target recall at the threshold.

    threshold, target: in (0, 1]. Where none does, one row a band, which finds the most. ValueError below one permutation.
    """
    if permutations < 1:
        raise ValueError(f"{permutations} permutations; at least 1 is needed")
    for rows in range(permutations, 1, -1):
        bands = Bands(permutations // rows, rows)
        if bands.recall(threshold) >= target:
            return bands
    return Bands(permutations, 1)
