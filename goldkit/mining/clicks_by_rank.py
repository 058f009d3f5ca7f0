"""Of one question: how often each chunk was shown and clicked at each rank."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from goldkit.logs.interactions import Interaction


@dataclass(slots=True)
class ClicksByRank:
    """shown: (chunk, rank) → how often. clicked: (chunk, rank, batch that tells of the click) → how often."""

    shown: Counter[tuple[str, int]] = field(default_factory=Counter)
    clicked: Counter[tuple[str, int, str]] = field(default_factory=Counter)

    def add(self, one: Interaction, clicked: Iterable[tuple[str, str]]) -> None:
        """One more search. clicked: (chunk, batch) of the clicks that count. Of a chunk at two ranks the better one counts."""
        ranks: dict[str, int] = {}
        for shown in one.shown:
            if shown.chunk is not None and shown.rank is not None:
                ranks[shown.chunk] = min(shown.rank, ranks.get(shown.chunk, shown.rank))
        self.shown.update(ranks.items())
        self.clicked.update((chunk, ranks[chunk], batch) for chunk, batch in clicked if chunk in ranks)

    def update(self, other: ClicksByRank) -> None:
        """Add what is known of another wording of the question."""
        self.shown.update(other.shown)
        self.clicked.update(other.clicked)

    def clicks(self) -> Counter[tuple[str, int]]:
        """(chunk, rank) → clicks, over batches."""
        total: Counter[tuple[str, int]] = Counter()
        for (chunk, rank, _), count in self.clicked.items():
            total[chunk, rank] += count
        return total

    def over_expected(self, rates: Mapping[int, float]) -> dict[str, float]:
        """Clicked chunk → its clicks over those expected of its ranks. rates: rank → clicks a showing."""
        expected, clicks = dict.fromkeys((chunk for chunk, _, _ in self.clicked), 0.0), Counter[str]()
        for (chunk, rank), count in self.shown.items():
            if chunk in expected:
                expected[chunk] += count * rates[rank]
        for (chunk, _), count in self.clicks().items():
            clicks[chunk] += count
        return {chunk: clicks[chunk] / amount for chunk, amount in expected.items()}
