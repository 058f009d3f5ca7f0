"""What the mined queries and proposals tell together, counted as each is made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter

from goldkit.records import Judgment, Query
from goldkit.store.evidence import speaks_for


@dataclass(slots=True)
class Totals:
    """The counts of MineResult. present: ids of the golden set's queries. chunks: what is proposed."""

    present: Container[str]
    aside: Counter[str] = field(default_factory=Counter)
    known: int = 0
    variants: int = 0
    followups: int = 0
    rewritten: int = 0
    chunks: set[str] = field(default_factory=set)
    supported: int = 0

    def query(self, query: Query) -> None:
        """One more query."""
        if query.aside:
            self.aside[query.aside] += 1
        self.known += query.id in self.present
        self.variants += len(query.variants)
        self.followups += "followup" in query.metadata
        self.rewritten += "asked_as" in query.metadata

    def proposals(self, lines: Sequence[Judgment]) -> None:
        """The proposals of one query; the lines of a pair stand together."""
        for chunk, about in groupby(lines, attrgetter("chunk")):
            self.chunks.add(chunk)
            self.supported += any(speaks_for(line.metadata["priority"]) for line in about)
