"""The slots of a plan in their order: every chunk in one style, then again in the next one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf

from goldkit.generation.plan import PASSES, Plan, slot_of
from goldkit.generation.related import AMONG
from goldkit.generation.slot import Slot
from goldkit.records import Chunk

Walk = Callable[[], Iterator[tuple[int, Chunk]]]
"""Gives the chunks with their places, anew each time."""


def turns(
    plan: Plan, accepted: Callable[[str], int], missing: Callable[[str], int] = lambda style: 1
) -> Iterator[Iterator[Slot]]:
    """What to ask, in order, in turns: every chunk once, the styles taking turns; then again in the next style, chunks with the
    fewest accepted questions first; after all styles once more with another seed, PASSES times in all.

    accepted: how many questions about a chunk were accepted, asked when a turn begins. missing: how many of a style still are;
    where they are all of styles that take several chunks, only chunks that may be related are looked at.
    """
    alone = [prompt.name for prompt in plan.prompts if prompt.most_chunks == 1]

    def walk() -> Iterator[tuple[int, Chunk]]:
        return plan.order.placed(lambda: inf if any(map(missing, alone)) else AMONG)

    for turn in range(len(plan.prompts) * PASSES):
        yield _slots(plan, turn, _fewest_first(walk, accepted) if turn else walk())


def _slots(plan: Plan, turn: int, chunks: Iterator[tuple[int, Chunk]]) -> Iterator[Slot]:
    kinds = len(plan.prompts)
    prompts = sorted(plan.prompts, key=lambda prompt: prompt.name)  # naming styles in another order asks nothing else
    for place, chunk in chunks:
        if slot := slot_of(plan, chunk, prompts[(place + turn) % kinds], turn // kinds):
            yield slot


def _fewest_first(walk: Walk, accepted: Callable[[str], int]) -> Iterator[tuple[int, Chunk]]:
    """The chunks with their places, those with the fewest accepted questions first; walked through once for each such number."""
    many = {chunk.id: number for _, chunk in walk() if (number := accepted(chunk.id))}
    for number in sorted({0, *many.values()}):
        yield from ((place, chunk) for place, chunk in walk() if many.get(chunk.id, 0) == number)
