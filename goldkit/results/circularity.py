"""Whether synthetic questions tell the same story as real ones."""

from __future__ import annotations

from dataclasses import dataclass

from goldkit.results.distance import Distance


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginGap:
    """One run's delta on the log's queries and on the synthetic ones, and how far they are apart.

    gap: log minus synthetic; interval, p: of the paired test on blocks, which may span both origins; not corrected for the
    number of runs.
    """

    baseline: str
    run: str
    log: float
    synthetic: float
    gap: float
    interval: tuple[float, float]
    p: float


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginWording:
    """The mean share of a query's words that its relevant chunks have too, in [0, 1], over the n queries whose texts are known."""

    origin: str
    n: int
    share: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Circularity:
    """Log and synthetic queries side by side, in one measure. gaps: one a compared run, none where an origin has too few queries.

    log_blocks, synthetic_blocks: independent groups in each. wording: per origin, none where the set has no texts.
    distance: how far the questions themselves are apart, as `status --synthetic` has it.
    """

    measure: str
    log_blocks: int
    synthetic_blocks: int
    gaps: tuple[OriginGap, ...]
    wording: tuple[OriginWording, ...]
    distance: tuple[Distance, ...] = ()
