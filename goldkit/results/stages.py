"""What each stage of one pipeline did with the facts: reached, lost on the way, or never found."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class FactCount:
    """A number of facts, and its part of all of them, in [0, 1]."""

    count: int
    share: float


@dataclass(frozen=True, slots=True, kw_only=True)
class StageLoss:
    """The facts that the stage before had, at any depth, and this one no longer has.

    below: of these, the ones that it still lists, but below k: the last stage only.
    """

    stage: str
    facts: FactCount
    below: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Stages:
    """The stages of one pipeline, first to last, and where its facts went. The means of each stage stand with the runs'.

    facts: of all queries of the means. reached: within the last stage's first k. lost: one entry a stage from the second on;
    a fact is lost by the stage after the last one that had it. never: in no stage's list, however deep. Together they are all.
    sudden: facts that the last stage reached and no stage before it had, which one pipeline cannot do.
    """

    names: tuple[str, ...]
    k: int
    facts: int
    reached: FactCount
    lost: tuple[StageLoss, ...]
    never: FactCount
    sudden: int
