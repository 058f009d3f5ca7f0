"""One query laid open: what every run returned for it, what is known of each result, and which facts were missed."""

from __future__ import annotations

from dataclasses import dataclass, field

from goldkit.results.per_query import QueryScore

MISSED = 5
"""Facts that no run reached whose texts are kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One result within the first k. grade, status: of its label, None for a hole, where nobody judged it (or judges disagree).

    facts: the numbers, from 1, of the query's facts that it belongs to. repeat: it stands higher up already, and earns nothing.
    """

    rank: int
    chunk: str
    grade: int | None
    status: str | None
    facts: tuple[int, ...]
    repeat: bool

    @property
    def hole(self) -> bool:
        """Whether it has no label that counts."""
        return self.grade is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """One query. runs: run name → its first k results. texts: chunk id → text, of those in chunks(), where known."""

    query: QueryScore
    k: int
    runs: dict[str, tuple[Result, ...]]
    texts: dict[str, str] = field(default_factory=dict)

    def chunks(self) -> list[str]:
        """The ids whose texts tell what happened: of all results, then one of each fact that some run missed, the first few."""
        found = dict.fromkeys(result.chunk for results in self.runs.values() for result in results)
        missed = sorted({number for answer in self.query.runs.values() for number in answer.missed(self.k)})
        facts = [self.query.facts[number - 1] for number in missed]
        return [*found, *[fact[0] for fact in facts if not found.keys() & set(fact)][:MISSED]]
