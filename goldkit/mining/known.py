"""What a golden directory holds already, as far as mining asks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from goldkit.records import Batch, Judgment, Query
from goldkit.store.golden import GoldenDirectory


@dataclass(frozen=True, slots=True)
class Known:
    """Queries, judgments and mined batches so far, and the chunks whose text is stored; nothing where the directory is new.

    held: the ids of queries that are frozen or embargoed.
    """

    queries: Sequence[Query] = field(default_factory=list)
    judgments: Sequence[Judgment] = field(default_factory=list)
    batches: Sequence[Batch] = field(default_factory=list)
    stored: frozenset[str] = frozenset()
    held: frozenset[str] = frozenset()


def known_in(golden: GoldenDirectory) -> Known:
    """What a golden directory holds. Raises DataError with the bad lines of its files."""
    return Known(
        golden.queries(),
        golden.judgments(),
        golden.batches(),
        frozenset(one.id for one in golden.chunks()),
        frozenset(line.query for line in golden.split() if line.side is not None),
    )
