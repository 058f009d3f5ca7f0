"""How far judges agree: every two of them, and all together."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoJudges:
    """Two judges on the pairs that both graded.

    n: how many. same: share of equal grades. kappa: Cohen's, on relevant or not; weighted: with quadratic weights, on the grades.
    confusion: confusion[i][j] pairs that the first graded i and the second j.
    """

    first: str
    second: str
    n: int
    same: float
    kappa: float | None
    weighted: float | None
    confusion: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """All judges of a set.

    graded: judge → pairs with a grade, sorted by name. shared: pairs that two or more graded. alpha: Krippendorff's, on the grades
    as ranks. fleiss: Fleiss' kappa over pairs graded by exactly `raters` judges, the number that most shared pairs have.
    again: judges beside their own blind audit.
    """

    graded: dict[str, int]
    shared: int
    alpha: float | None
    fleiss: float | None
    raters: int
    two: tuple[TwoJudges, ...]
    again: tuple[TwoJudges, ...] = ()
