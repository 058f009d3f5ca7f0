"""What taking a widening back did: the pairs that stand no more, and the labels that vanished with them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from goldkit.records import Copy
from goldkit.results.widen import Followed


@dataclass(frozen=True, slots=True, kw_only=True)
class Widening:
    """The pairs of goldkit's own with one index: found by the same parameters and stop list. at: when the newest was written.

    index: None for pairs that name none. pairs: those that stand; 0 for a widening that was taken back.
    """

    index: str | None
    pairs: int
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """What was taken back.

    taken: the widenings meant, as they were before, newest first. left: the others that stand. new: the retractions to append,
    sorted. people: pairs among them on which a person spoke, too, so that the person's verdict goes on. derived_before,
    derived_after: labels that follow from copies. vanished: those that were there, each with the pair it came from; it names
    queries of `dev` only. held_out: labels of held-out queries among the vanished. hidden: as in Widened.
    """

    taken: tuple[Widening, ...]
    left: tuple[Widening, ...]
    new: tuple[Copy, ...]
    people: int
    derived_before: int
    derived_after: int
    vanished: tuple[Followed, ...] = ()
    held_out: int = 0
    hidden: frozenset[str] = frozenset()

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `widen --undo --json`, format 1; `new` holds the lines that may be named, `retracted` counts all."""
        value = {key: item for key, item in asdict(self).items() if key != "hidden"}
        named = [pair for pair in self.new if self.hidden.isdisjoint((pair.a, pair.b))]
        return {"format": 1, "retracted": len(self.new), **value, "new": named}
