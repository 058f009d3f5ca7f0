"""What a freeze may be asked besides how much to hold out."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """log_only: queries of origin `log` only. allow_burned: burned ones as well. parent: the frozen set to make a version of."""

    log_only: bool = False
    allow_burned: bool = False
    parent: str | None = None
