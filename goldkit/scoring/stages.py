"""Where the facts of a pipeline's stages went: a candidate list that lacks them, or a reranker that lost them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from goldkit.measures.view import View
from goldkit.results.stages import FactCount, StageLoss, Stages
from goldkit.scoring.table import RunTable

REACHED, NEVER, BELOW = -1, -2, -3


def stages(tables: Sequence[RunTable], names: Sequence[str], k: int) -> Stages | None:
    """What became of every fact of the queries of the means; None where no stages are named. names: first to last, of runs."""
    if not names:
        return None
    own = [next(table for table in tables if table.run.name == name) for name in names]
    fates: Counter[int] = Counter()
    sudden = 0
    for views in zip(*(table.views for table in own), strict=True):
        held = [_held(view) for view in views]
        final = _held(views[-1], k)
        sudden += len(final.difference(*held[:-1]))
        fates.update(_fates(held, final, views[0].facts))
    total = sum(fates.values()) - fates[BELOW]
    return Stages(
        names=tuple(names),
        k=k,
        facts=total,
        reached=_part(fates[REACHED], total),
        lost=tuple(
            StageLoss(
                stage=name, facts=_part(fates[place], total), below=fates[BELOW] if place == len(names) - 1 else 0
            )
            for place, name in enumerate(names)
            if place
        ),
        never=_part(fates[NEVER], total),
        sudden=sudden,
    )


def _held(view: View, k: int | None = None) -> set[int]:
    return {place for reach in view.within(k) for place in reach.places}


def _fates(held: Sequence[set[int]], final: set[int], facts: int) -> Iterator[int]:
    """For each fact REACHED, NEVER, or the place of the stage that lost it; with BELOW beside it where the last still lists it."""
    last = len(held) - 1
    for fact in range(facts):
        latest = max((stage for stage, own in enumerate(held) if fact in own), default=None)
        if fact in final:
            yield REACHED
        elif latest is None:
            yield NEVER
        elif latest == last:
            yield from (last, BELOW)
        else:
            yield latest + 1


def _part(count: int, total: int) -> FactCount:
    return FactCount(count=count, share=count / total if total else 0.0)
