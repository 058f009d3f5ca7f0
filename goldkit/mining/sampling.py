"""Drawing so many questions, each with a chance in proportion to how often it was asked, and saying that chance.

Priority sampling (Duffield, Lund and Thorup, JACM 54, 2007): every question has a number u in (0, 1), made of the seed and its
id, and the n with the largest weight / u are drawn. With τ the largest weight / u that is not drawn, min(1, weight / τ) is the
chance that makes weighted sums over those drawn right on average (Σ value / chance estimates Σ value without bias). The number
stays with the question: drawing more later adds to those drawn before, and new logs exchange few.
"""

from __future__ import annotations

from collections.abc import Mapping

from goldkit.files.canonical import sha256_text

BITS = 52


def drawn(weights: Mapping[str, float], n: int, seed: int) -> dict[str, float]:
    """Id → chance, in (0, 1], of the n that are drawn, or of all where there are no more. weights: id → weight, above 0."""
    ranks = {name: weight / uniform(seed, name) for name, weight in weights.items()}
    order = sorted(ranks, key=lambda name: (-ranks[name], name))
    if n >= len(order):
        return dict.fromkeys(order, 1.0)
    threshold = ranks[order[n]]
    return {name: min(1.0, weights[name] / threshold) for name in order[:n]}


def uniform(seed: int, name: str) -> float:
    """A number in (0, 1) that looks drawn by chance, the same for a seed and a name each time."""
    return (int(sha256_text(f"{seed}\x1f{name}")[:13], 16) + 0.5) / 2.0**BITS
