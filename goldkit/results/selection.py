"""What `mine --select` chose, and how that differs from what was asked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from goldkit.records import JSON

NOT_SELECTED = "not selected"
"""The reason for which a question that was not chosen is set aside; a later selection may bring it back."""

By = Literal["frequency", "stratified", "uncertain"]


@dataclass(frozen=True, slots=True)
class Share:
    """One group of questions. by: kind, language or time. traffic: its share of all that was asked. selection: of the selection.

    Both in [0, 1]; traffic counts each time a question was asked, the selection each question once.
    """

    by: str
    name: str
    traffic: float
    selection: float


@dataclass(frozen=True, slots=True)
class Standing:
    """What selecting makes of a question: its reason for being set aside, None for one that is in, and its `sampling`."""

    aside: str | None
    sampling: JSON = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """asked: how many were to be chosen. population: questions there were to choose from, without embargoed ones. drawn: chosen.

    kept: in the set beyond those, since a person decided about them or a frozen set holds them. aside: set aside as not
    selected. returned: of the chosen, those that an earlier selection had set aside. traffic: the share of all that was asked that
    the selection covers, in [0, 1]. strata: how many; 1 where nothing was stratified. standings: query id → what becomes of it.
    """

    by: By
    seed: int
    asked: int
    population: int
    drawn: int
    kept: int
    aside: int
    returned: int
    traffic: float
    strata: int
    shares: tuple[Share, ...]
    standings: dict[str, Standing] = field(default_factory=dict)
