"""Which slot is asked next, and how many questions of each style are still missing."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterator
from itertools import count
from operator import itemgetter

from goldkit.files.hash_index import HashIndex, hash64
from goldkit.generation.like_log import quotas
from goldkit.generation.plan import Plan
from goldkit.generation.slot import Slot
from goldkit.generation.turns import turns

HELD = 1000
"""Slots passed over that are held in memory before the walk waits for those in flight."""


class Slots:
    """The slots of a plan, for exactly n questions, the styles in equal parts (the first ones get what is left over).

    A style is asked for no more questions than it still misses, those in flight counted; its slots passed over wait for their turn.
    So each style asks in one order whatever the others need, and a run for fewer questions asks nothing that a run for more did
    not ask: one recording serves both. What comes next depends only on what was given out and on what came of it.
    """

    def __init__(self, plan: Plan, n: int) -> None:
        styles = [prompt.name for prompt in plan.prompts]
        self._missing = quotas(styles, n, plan.like.styles if plan.like else None)
        self._flying: Counter[str] = Counter()
        self._chunks = HashIndex()
        self._waiting: dict[str, deque[tuple[int, Slot]]] = {style: deque() for style in styles}
        self._turns = turns(plan, self._accepted, self._missing.__getitem__)
        self._turn: Iterator[Slot] = iter(())
        self._places = count()

    @property
    def missing(self) -> int:
        """How many questions are still missing."""
        return self._missing.total()

    @property
    def missing_by_style(self) -> dict[str, int]:
        """Style → how many questions of it are still missing, where any are."""
        return {style: missing for style, missing in self._missing.items() if missing}

    def next(self) -> Slot | None:
        """The next slot to ask; None when there is none, or none before more is known of those in flight."""
        wanted = [style for style, missing in self._missing.items() if missing > self._flying[style]]
        passed_over = [self._waiting[style][0] for style in wanted if self._waiting[style]]
        if passed_over:
            _, slot = min(passed_over, key=itemgetter(0))
            self._waiting[slot.prompt.name].popleft()
        elif (found := self._walked(wanted)) is not None:
            slot = found
        else:
            return None
        self._flying[slot.prompt.name] += 1
        return slot

    def done(self, slot: Slot, accepted: bool) -> None:
        """What came of a slot that was given out."""
        style = slot.prompt.name
        self._flying[style] -= 1
        self._missing[style] -= accepted
        if accepted:
            self._chunks.count(hash64(slot.chunk.id))
        if not self._missing[style]:
            self._waiting[style].clear()

    def _accepted(self, chunk: str) -> int:
        """How many questions about a chunk were accepted."""
        return self._chunks.get(hash64(chunk)) or 0

    def _walked(self, wanted: Collection[str]) -> Slot | None:
        """The next slot of the walk whose style is wanted. A turn begins only when nothing is in flight: its order depends on what
        was accepted before it. Where one style hardly finds anything to ask, what the others were offered is not held without end.
        """
        while wanted:
            for slot in self._turn:
                style = slot.prompt.name
                if style in wanted:
                    return slot
                if self._missing[style]:
                    self._waiting[style].append((next(self._places), slot))
                    if self._flying.total() and sum(map(len, self._waiting.values())) > HELD:
                        return None
            if self._flying.total() or (turn := next(self._turns, None)) is None:
                return None
            self._turn = turn
        return None
