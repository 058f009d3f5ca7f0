"""What a golden directory holds already, as far as mining asks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from goldkit.records import Batch, Judgment, Query
from goldkit.sets.embargo import sides_in
from goldkit.store.golden import GoldenDirectory
from goldkit.store.pairs import fold_pairs

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Known:
    """Queries, judgments and mined batches so far, and the chunks whose text is stored; nothing where the directory is new.

    Queries and judgments are gone through several times. sides: query id → frozen name or "embargoed". same: chunk → chunks that
    say the same.
    """

    queries: Iterable[Query] = field(default_factory=list)
    judgments: Iterable[Judgment] = field(default_factory=list)
    batches: Iterable[Batch] = field(default_factory=list)
    stored: frozenset[str] = frozenset()
    sides: Mapping[str, str] = field(default_factory=dict)
    same: Mapping[str, Iterable[str]] = field(default_factory=dict)


def known_in(golden: GoldenDirectory) -> Known:
    """What a golden directory holds, read anew whenever it is gone through. Raises DataError with the bad lines of its files."""
    queries = golden.queries_in_order()
    for _ in golden.judgments_one_by_one():
        pass  # so that a bad line is told before the logs are read
    return Known(
        queries,
        _Anew(golden.judgments_one_by_one),
        _Anew(golden.batches_one_by_one),
        frozenset(one.id for one in golden.chunks_one_by_one()),
        sides_in(golden),
        fold_pairs(golden.copies()).same,
    )


class _Anew(Iterable[T], Generic[T]):
    """What a function reads, read again each time it is gone through."""

    def __init__(self, read: Callable[[], Iterator[T]]) -> None:
        self._read = read

    def __iter__(self) -> Iterator[T]:
        return self._read()
