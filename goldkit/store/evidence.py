"""What logs show about a (query, chunk) pair, added up over the mined files."""

from __future__ import annotations

from collections.abc import Iterable

from goldkit.records import JSON, Judgment
from goldkit.store.newest import newest_per

FOR = ("cited", "clicked", "quoted", "copied", "answer_thumbs_up")
"""Counts that speak for a chunk; having been shown does not."""


def combined_evidence(judgments: Iterable[Judgment]) -> JSON:
    """The evidence of one pair over batches: counts add up, the best rank is the smallest. Of a batch the newest line counts.

    What is no number is no count and is left out.
    """
    total: JSON = {}
    for line in newest_per((line for line in judgments if line.evidence), lambda line: (line.batch or line.by, "")):
        for name, value in line.evidence.items():
            if not isinstance(value, int | float) or isinstance(value, bool):
                continue
            if name.startswith("best_"):
                total[name] = min(value, total.get(name, value))
            else:
                total[name] = round(total.get(name, 0) + value, 6)  # so that the order of fractions is no matter
    return total


def speaks_for(evidence: JSON) -> bool:
    """Whether anything in the evidence speaks for the chunk."""
    return any(evidence.get(name, 0) > 0 for name in FOR)
