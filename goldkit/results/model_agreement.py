"""How far an LLM judge agrees with the people of a set."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

LEAST_KAPPA = 0.6
"""Quadratically weighted kappa; from here on agreement is called substantial (Landis and Koch, Biometrics 33, 1977)."""
LEAST_PAIRS = 20
"""Pairs below which an agreement is no measurement."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelAgreement:
    """judge: the model with its prompt. n: pairs that people decided before it graded them; imported: of these by a trusted import.

    queries: how many questions they are of. seen: pairs left out since people decided them after its grade was there to be seen.
    same: share of equal grades. kappa: Cohen's, on relevant or not. weighted: with quadratic weights, on the grades; interval: its
    95 % interval, questions drawn as wholes. Each is None where it is not defined. lower, higher: pairs that it grades lower or
    higher than people. confusion: confusion[i][j] pairs that people graded i and the model j.
    """

    judge: str
    n: int
    imported: int = 0
    queries: int = 0
    seen: int = 0
    same: float | None = None
    kappa: float | None = None
    weighted: float | None = None
    interval: tuple[float, float] | None = None
    confusion: tuple[tuple[int, ...], ...] = ()

    @property
    def measured(self) -> bool:
        """Whether there were pairs enough to say anything."""
        return self.n >= LEAST_PAIRS and self.weighted is not None

    @property
    def lower(self) -> int:
        """Pairs that the model grades lower than people."""
        return sum(count for people, row in enumerate(self.confusion) for count in row[:people])

    @property
    def higher(self) -> int:
        """Pairs that the model grades higher than people."""
        return sum(count for people, row in enumerate(self.confusion) for count in row[people + 1 :])

    def to_dict(self) -> dict[str, Any]:
        """The figures as JSON values."""
        return asdict(self) | {"lower": self.lower, "higher": self.higher}
