"""Of the comparisons that rest on labels which one run alone found, the one that a reader must know of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from goldkit.results.leave_out import LeftOut, LeftOutDelta, Told
from goldkit.scoring.compare import differences
from goldkit.scoring.gates import Scored
from goldkit.scoring.terms import Terms
from goldkit.statistics.blocks import block_sums
from goldkit.statistics.paired import paired_test
from goldkit.statistics.power import LEAST_BLOCKS

LEAN = 0.05
"""By how much more of a run's first k must be judged than of another's before labels are said to lean towards it."""


def with_worst(
    left: LeftOut,
    judged: Mapping[str, float],
    of: Scored,
    values: Mapping[str, Sequence[float | None]],
    terms: Terms,
) -> LeftOut:
    """With its `worst`, and the verdicts without the labels. judged: run → judged@k. values: run → each query's without the labels.

    Verdicts are asked only where labels lean towards the run at all, since a test costs more than all means.
    """
    leaning = [delta for delta in left.deltas if _leans(left, delta, judged)]
    asked = any(delta.baseline == of.baseline and delta.moves for delta in leaning)
    told = _told(of, values, terms) if asked else {}
    deltas = [
        replace(delta, told_without=told.get(delta.run, delta.told)) if delta.baseline == of.baseline else delta
        for delta in left.deltas
    ]
    moved = [delta for delta in deltas if _leans(left, delta, judged) and _matters(delta, terms.margin)]
    worst = max(moved, key=lambda delta: (delta.turns, delta.retold, delta.moves), default=None)
    return replace(left, deltas=tuple(deltas), worst=worst)


def _matters(delta: LeftOutDelta, margin: float) -> bool:
    return delta.turns or delta.retold or delta.moves > margin


def _leans(left: LeftOut, delta: LeftOutDelta, judged: Mapping[str, float]) -> bool:
    """Whether it compares the run with one of which clearly less is judged."""
    if left.run not in (delta.run, delta.baseline):
        return False
    other = delta.baseline if left.run == delta.run else delta.run
    return left.judged - judged[other] >= LEAN


def _told(of: Scored, values: Mapping[str, Sequence[float | None]], terms: Terms) -> dict[str, Told]:
    """Run → the verdict without the labels; none where there could be none, nor where runs of one pipeline bring their spread."""
    kept = {
        run: [(block, value) for block, value in zip(terms.blocks, own, strict=True) if value is not None]
        for run, own in values.items()
    }
    blocks = [block for block, _ in kept[of.baseline]]
    if terms.mute or len(set(blocks)) < LEAST_BLOCKS or any(table.parts for table in of.tables):
        return {}
    figures = {run: [value for _, value in own] for run, own in kept.items()}
    others = [run for run in figures if run != of.baseline]
    sums = block_sums(blocks, [differences(figures[of.baseline], figures[run]) for run in others])
    joint = paired_test(sums, terms.options.replicates, terms.options.seed)
    return {
        run: ("better" if mean > 0 else "worse") if min(1.0, terms.looks * p) <= terms.options.alpha else ""
        for run, p, mean in zip(others, joint.tolist(), sums.means.tolist(), strict=True)
    }
