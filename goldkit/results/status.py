"""What `status` returns: what is in a set, what to do next and how small a difference it can see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

FORMAT = 1
"""The version of the JSON that `to_dict` gives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryCounts:
    """Queries. origins: by name, all of them.

    The parts of `dev`: labelled (a label counts), unlabelled, and unanswerable. unconfirmed: of the unanswerable ones, those
    that only a model says to be so. tied: frozen set → those of the embargoed that came later and repeat a query of it.
    """

    total: int
    origins: Mapping[str, int]
    dev: int
    labelled: int
    unlabelled: int
    unanswerable: int
    held_out: int
    embargoed: int
    aside: int
    burned: int
    unconfirmed: int = 0
    tied: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelCounts:
    """(query, chunk) pairs of the whole directory by status. disputed: decided ones on which judges are apart, not in `decided`.

    proposing: queries of `dev` that wait for a decision and have a proposal. pooled: pairs of `dev` that `goldkit pool` proposed
    and nobody decided.
    """

    decided: int
    derived: int
    proposed: int
    disputed: int
    proposing: int
    pooled: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Visible:
    """The smallest true difference that would be found with a chance of 80%, were the deltas of queries spread by `spread`.

    queries: those that scores are means of. blocks: what they form; effective: (Σ n)² / Σ n² of the block sizes n, the
    number of independent queries they are worth when those of a block move together. alpha: the level, divided by the look
    budget on a frozen set. differences: spread → difference, in units of the measure; empty where there is no query.
    """

    queries: int
    blocks: int
    effective: float
    alpha: float
    differences: Mapping[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class FrozenLine:
    """One frozen set. digest is empty, and `broken` says why, where its seal does not hold.

    looks: that its questions have had. looks_elsewhere: (set, looks), those of them at sets of the same descent.
    """

    name: str
    digest: str = ""
    k: int | None = None
    queries: int = 0
    looks: int = 0
    budget: int = 0
    visible: Visible | None = None
    broken: str = ""
    looks_elsewhere: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What to do next: one sentence, and the command that does it."""

    why: str
    command: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ManyCopies:
    """A fact of a query of `dev` that stands in many chunks, any one of which suffices. first: the smallest of their ids."""

    query: str
    first: str
    chunks: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CopiedFacts:
    """Facts that stand in several chunks. total: facts of all queries.

    dev: those of `dev` in two chunks or more. elsewhere: of held-out, embargoed and set-aside queries, which are counted only;
    most: the chunks of the largest of these. many: those of `dev` in three chunks or more, the largest first.
    """

    total: int = 0
    dev: int = 0
    elsewhere: int = 0
    most: int = 0
    many: tuple[ManyCopies, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """A golden directory at a glance. copies: verdict → pairs that stand. batches: mined log files. texts: stored chunk texts.

    shown_only: mined queries without a judged pair that was pooled: their labels can only name what the logged retriever showed.
    rejected: drafts of generated questions that were turned down. copied: facts that stand in several chunks.
    """

    path: str
    k: int | None
    queries: QueryCounts
    labels: LabelCounts
    copies: Mapping[str, int]
    texts: int
    batches: int
    visible: Visible
    frozen: tuple[FrozenLine, ...]
    next: Step
    shown_only: int = 0
    rejected: int = 0
    copied: CopiedFacts = CopiedFacts()

    def to_dict(self) -> dict[str, Any]:
        """The status as `status --json` prints it."""
        value = {"format": FORMAT} | asdict(self)
        for visible in (value["visible"], *(line["visible"] for line in value["frozen"])):
            if visible is not None:
                visible["differences"] = {f"{spread:g}": seen for spread, seen in visible["differences"].items()}
        return value
