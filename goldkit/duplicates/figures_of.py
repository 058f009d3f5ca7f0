"""The exact figures of any two texts, near-duplicates or not."""

from __future__ import annotations

from goldkit.duplicates.shingles import shingled
from goldkit.duplicates.verify import Figures, figures
from goldkit.results.widen import WidenParameters


def figures_of(a: str, b: str, parameters: WidenParameters | None = None) -> Figures:
    """Jaccard similarity and both containments of two texts' shingles; 1 of equal texts, 0 where another text has no word."""
    if a == b:
        return Figures(1.0, 1.0, 1.0)
    made = [shingled(text, parameters or WidenParameters()).hashes for text in (a, b)]
    return figures(made[0], made[1])
