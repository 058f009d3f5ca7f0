"""What a filter says about a draft."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Figure = int | float | str


@dataclass(frozen=True, slots=True)
class Verdict:
    """objection: what is wrong with the draft, for people; None where it passes. figures: what was measured, by name."""

    objection: str | None = None
    figures: Mapping[str, Figure] = field(default_factory=dict)


PASSED = Verdict()
"""Nothing to object, nothing measured."""
