"""What to do next with a golden directory: the first thing that is missing on the way to a score one can trust."""

from __future__ import annotations

from collections.abc import Sequence

from goldkit.phrases import counted
from goldkit.results.status import FrozenLine, LabelCounts, QueryCounts, Step

SEALED = 50
"""Labelled queries from which a part is worth sealing, and what is left in `dev` worth tuning on: over 20 blocks, as a rule."""
ENOUGH = 2 * SEALED
"""Labelled queries of `dev` from which a half held out leaves so many in both halves."""


def next_step(
    queries: QueryCounts, labels: LabelCounts, *, widened: bool, frozen: Sequence[FrozenLine], k: int | None
) -> Step:
    """One sentence and one command. widened: whether near-duplicates were looked for. k: the settings', None where unknown."""
    if not queries.total:
        return Step(why="There are no queries yet.", command="goldkit mine LOG… --corpus CORPUS")
    broken = next((line.name for line in frozen if line.broken), None)
    if broken is not None:
        return Step(why=f"The seal of {broken} does not hold.", command="goldkit check")
    if labels.proposing and queries.labelled < (SEALED if frozen else ENOUGH):
        return Step(
            why=f"Proposals for {counted(labels.proposing, 'query')} wait for a person.", command="goldkit review"
        )
    if labels.pooled and not frozen:
        why = f"{counted(labels.pooled, 'pooled pair')} wait for a person: to be judged before a part is frozen."
        return Step(why=why, command="goldkit review")
    if not (labels.decided or frozen):
        why = "No query has a label and none is proposed; a log that tells which chunks were shown brings proposals."
        return Step(why=why, command="goldkit mine LOG… --corpus CORPUS")
    if not widened:
        why = "No copies of the decided chunks are known yet; a retriever that finds one would count as wrong."
        return Step(why=why, command="goldkit widen --corpus CORPUS")
    if labels.disputed and not frozen:
        why = f"Judges are apart on {counted(labels.disputed, 'pair')}, which would be frozen as holes: settle that first."
        return Step(why=why, command="goldkit check")
    if not frozen and queries.labelled >= ENOUGH:
        why = f"{counted(queries.labelled, 'query')} of dev have labels and nothing is held out: freeze before anyone tunes."
        return Step(why=why, command=f"goldkit freeze core --holdout 0.5 --k {k or 10} --seed 1")
    if not frozen:
        why = f"{counted(queries.labelled, 'query')} of dev have labels; from about {ENOUGH} a held-out part is worth freezing."
        return Step(why=why, command="goldkit review" if labels.proposing else "goldkit mine LOG… --corpus CORPUS")
    return _use(frozen)


def _use(frozen: Sequence[FrozenLine]) -> Step:
    left = [line for line in frozen if line.looks < line.budget]
    if not left:
        why = "The look budget of every frozen set is spent; what they show from now on is no evidence."
        return Step(why=why, command="goldkit freeze NAME --holdout 0.5 --k K --seed S")
    best = max(left, key=lambda line: (line.queries, line.name))
    left_of_it = counted(best.budget - best.looks, "look")
    why = f"Tune on dev as often as you like, and score {best.name} before you ship: it has {left_of_it} left."
    return Step(why=why, command="goldkit score dev BEFORE AFTER")
