"""What withdrawing a model's questions did, or would do."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

FORMAT = 1
"""The version of the JSON that `to_dict` gives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DropResult:
    """queries: set aside now. judgments: proposals withdrawn. decided: of those queries, with labels that people decided.

    frozen: of a frozen set, left as they are. before: set aside by an earlier drop. others: models whose questions are there too.
    """

    model: str
    queries: int
    judgments: int
    decided: int
    frozen: int
    before: int
    others: tuple[str, ...]
    dry_run: bool

    @property
    def nothing(self) -> bool:
        """Whether no question of that model is there at all."""
        return not (self.queries or self.judgments or self.frozen or self.before)

    def to_dict(self) -> dict[str, Any]:
        """The result as JSON values."""
        return {"format": FORMAT} | asdict(self)
