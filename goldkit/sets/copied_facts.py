"""Facts that stand in several chunks: a list can fill with them, and an edit of one misses the others."""

from __future__ import annotations

from goldkit.results.status import CopiedFacts, ManyCopies
from goldkit.sets.golden import GoldenSet

SEVERAL, MANY = 2, 3
"""Chunks from which a fact is counted, and from which it is named."""


def copied_facts(golden: GoldenSet) -> CopiedFacts:
    """How many facts of a set stand in several chunks, over the labels that count by default. Only queries of `dev` are named."""
    dev = {query.id for query in golden.dev()}
    facts = [(name, fact.any) for name in sorted(golden.queries) for fact in golden.facts(name)]
    several = [(name, chunks) for name, chunks in facts if len(chunks) >= SEVERAL]
    elsewhere = [len(chunks) for name, chunks in several if name not in dev]
    many = [
        ManyCopies(query=name, first=min(chunks), chunks=len(chunks))
        for name, chunks in several
        if name in dev and len(chunks) >= MANY
    ]
    return CopiedFacts(
        total=len(facts),
        dev=len(several) - len(elsewhere),
        elsewhere=len(elsewhere),
        most=max(elsewhere, default=0),
        many=tuple(sorted(many, key=lambda fact: (-fact.chunks, fact.query, fact.first))),
    )
