"""What freezing returns: who goes to which side, and the set that was sealed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

FORMAT = 1
"""The version of the JSON that `to_dict` gives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginCount:
    """Queries of one origin with a label that counts: how many `dev` had, and how many of them are held out."""

    dev: int
    held_out: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FreezePlan:
    """Who would be held out. All ids are sorted.

    queries: held out, with a label that counts. unanswerable: held out with them, known to have no answer.
    embargoed: query id → why it is in neither side. blocks: query id → block, for both kinds of held-out queries.
    wanted: the fraction asked for, in (0, 1]. candidates: queries of `dev` with a label that counts, of the origins asked for.
    origins: by name. kept_in: reason → how many candidates it kept in `dev`. largest_block: held-out queries of the largest block.
    blocks_left: blocks that the candidates left in `dev` form.
    """

    name: str
    queries: tuple[str, ...]
    unanswerable: tuple[str, ...]
    embargoed: Mapping[str, str]
    blocks: Mapping[str, str]
    wanted: float
    candidates: int
    origins: Mapping[str, OriginCount]
    kept_in: Mapping[str, int]
    largest_block: int
    blocks_left: int
    seed: int
    log_only: bool = False

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
            "origins": {
                name: {"dev": count.dev, "held_out": count.held_out} for name, count in sorted(self.origins.items())
            },
            "kept_in": dict(self.kept_in),
            "seed": self.seed,
            "log_only": self.log_only,
        }


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
