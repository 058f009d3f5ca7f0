"""What freezing returns: who goes to which side, and the set that was sealed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from goldkit.phrases import counted
from goldkit.results.readiness import Readiness
from goldkit.results.tables import Row, Tabular

FORMAT = 1
"""The version of the JSON that `to_dict` gives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginCount:
    """Queries of one origin or tag with a label that counts: how many `dev` had, and how many of them are held out."""

    dev: int
    held_out: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FreezePlan:
    """Who would be held out. All ids are sorted.

    queries: held out, with a label that counts. unanswerable: held out with them, known to have no answer.
    embargoed: query id → why it is in neither side. blocks: query id → block, for both kinds of held-out queries.
    wanted: the fraction asked for, in (0, 1]. candidates: queries of `dev` with a label that counts, of the origins asked for.
    origins, tags: by name. kept_in: reason → how many candidates it kept in `dev`. largest_block: held-out queries of the largest
    block. blocks_left: blocks that the candidates left in `dev` form. left: ids of candidates left in `dev`.
    soft_ties: pairs of queries that share a fact or a document window. cut: of these, those between two groups. whole: queries of
    the group that would be the largest without cutting. across: held-out queries of which a cut tie leads to `dev`.
    burned: held-out queries that somebody was shown or tuned on, none unless `allow_burned`.
    parent: the set that this is a version of. kept, dropped: queries of the parent. joined: embargoed ones that come in.
    """

    name: str
    wanted: float
    seed: int
    log_only: bool = False
    queries: tuple[str, ...] = ()
    unanswerable: tuple[str, ...] = ()
    embargoed: Mapping[str, str] = field(default_factory=dict)
    blocks: Mapping[str, str] = field(default_factory=dict)
    candidates: int = 0
    origins: Mapping[str, OriginCount] = field(default_factory=dict)
    tags: Mapping[str, OriginCount] = field(default_factory=dict)
    kept_in: Mapping[str, int] = field(default_factory=dict)
    largest_block: int = 0
    blocks_left: int = 0
    left: tuple[str, ...] = ()
    soft_ties: int = 0
    cut: int = 0
    whole: int = 0
    across: int = 0
    allow_burned: bool = False
    burned: int = 0
    parent: str | None = None
    kept: int = 0
    dropped: int = 0
    joined: int = 0

    @property
    def got(self) -> float:
        """The fraction of the candidates that is held out, in [0, 1]."""
        return len(self.queries) / self.candidates if self.candidates else 0.0

    @property
    def block_count(self) -> int:
        """How many blocks the held-out queries form: the unit of every test on the set."""
        return len(set(self.blocks.values()))

    def to_dict(self) -> dict[str, Any]:
        """The plan in numbers, as `freeze --json` prints it. It names no held-out query."""
        return {
            "format": FORMAT,
            "name": self.name,
            "queries": len(self.queries),
            "unanswerable": len(self.unanswerable),
            "embargoed": len(self.embargoed),
            "blocks": self.block_count,
            "largest_block": self.largest_block,
            "blocks_left": self.blocks_left,
            "wanted": self.wanted,
            "got": self.got,
            "candidates": self.candidates,
            "origins": _shown(self.origins),
            "kept_in": dict(self.kept_in),
            "seed": self.seed,
            "log_only": self.log_only,
            "allow_burned": self.allow_burned,
            "burned": self.burned,
            **(
                {"from": {"name": self.parent, "kept": self.kept, "dropped": self.dropped, "joined": self.joined}}
                if self.parent
                else {}
            ),
            "tags": _shown(self.tags),
            "soft_ties": {"all": self.soft_ties, "cut": self.cut, "across": self.across, "largest_whole": self.whole},
        }


def _shown(counts: Mapping[str, OriginCount]) -> dict[str, Any]:
    return {name: {"dev": count.dev, "held_out": count.held_out} for name, count in sorted(counts.items())}


@dataclass(frozen=True, slots=True, kw_only=True)
class Frozen:
    """A sealed set. path: its directory. counts: as in its manifest. embargoed: queries now in neither side.

    finished: it had been sealed by a call that was interrupted before its queries left `dev`; this one only did the rest.
    """

    name: str
    path: str
    digest: str
    k: int
    counts: Mapping[str, Any]
    embargoed: int
    finished: bool = False

    def to_dict(self) -> dict[str, Any]:
        """As `freeze --json` adds it to the plan."""
        return {
            "name": self.name,
            "path": self.path,
            "digest": self.digest,
            "k": self.k,
            "counts": dict(self.counts),
            "finished": self.finished,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class FreezeResult(Tabular):
    """All of one freezing call. plan: None where it only finished one that was interrupted. frozen: None for a dry run.

    readiness: what the held-out part lacks, and how small a difference it can show; None where there is no plan.
    """

    plan: FreezePlan | None
    frozen: Frozen | None
    readiness: Readiness | None

    @property
    def caption(self) -> str:
        """What the table is of."""
        sealed = f"k {self.frozen.k}, digest {self.frozen.digest[:12]}" if self.frozen else "not sealed: a dry run"
        if self.plan is None:
            return f"{self.frozen.name}: sealed before, {sealed}" if self.frozen else sealed
        held_out = f"{len(self.plan.queries):,} of {counted(self.plan.candidates, 'labelled query')} held out"
        return f"{self.plan.name}: {held_out}, {sealed}"

    def to_rows(self) -> list[Row]:
        """A row for all labelled queries, each origin and each tag: how many `dev` had, and how many of them are held out.

        No row where there is no plan.
        """
        if self.plan is None:
            return []
        whole = OriginCount(dev=self.plan.candidates, held_out=len(self.plan.queries))
        kinds = {"all": {"": whole}, "origin": self.plan.origins, "tag": self.plan.tags}
        return [
            {"kind": kind, "name": name, "dev": count.dev, "held_out": count.held_out}
            for kind, counts in kinds.items()
            for name, count in sorted(counts.items())
        ]

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `freeze --json`. It names no held-out query."""
        told = (self.plan.to_dict() if self.plan else {}) | (self.frozen.to_dict() if self.frozen else {})
        return told | ({"readiness": self.readiness.to_dict()} if self.readiness else {})
