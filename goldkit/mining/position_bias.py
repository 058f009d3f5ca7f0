"""Position bias of clicks: what stands high is clicked more, good or not.

Examination and relevance can be told apart only where the same pairs of question and chunk were shown at two or more ranks (see
goldkit.statistics.examination). With at least NEEDED such pairs the examination of each rank is estimated, and a click counts
1 / examination in the order of the queue (inverse propensity weighting; Joachims, Swaminathan and Schnabel, WSDM 2017). With
fewer, nothing is corrected: clicks over the clicks expected of the same ranks (COEC; Zhang and Jones, WWW 2007) are shown
instead, and not used, for a good ranker has good results on top, so that they hold its merit against them.

A weight is bounded twice. It takes the upper end of the interval of examination, so that a rank of which little is known is
corrected little, and it is never above MOST. A rank without an estimate has the weight of the nearest one above it that has one.
Citations, copies and thumbs come from whoever read the text; they are never corrected.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from goldkit.mining.collect import Asked
from goldkit.results.position_bias import PositionBias, RankClicks

NEEDED = 200
"""Pairs shown at two or more ranks from which examination is estimated."""
MOST = 10.0
"""What one click counts for at most."""


def position_bias(questions: Iterable[Asked]) -> PositionBias | None:
    """Clicks by rank over all questions; None where nothing was clicked at a known rank."""
    clicked_ones = [asked.ranks for asked in questions if asked.ranks is not None]
    if not clicked_ones:
        return None
    from goldkit.statistics.examination import Cell, examination  # here, for numpy takes a while and few logs need it

    shown, clicked = Counter[int](), Counter[int]()
    cells: list[Cell] = []
    several = 0
    for group, ranks in enumerate(clicked_ones):
        clicks = ranks.clicks()
        at: dict[str, list[int]] = {}
        for chunk, rank in ranks.shown:
            shown[rank] += ranks.shown[chunk, rank]
            clicked[rank] += clicks[chunk, rank]
            at.setdefault(chunk, []).append(rank)
        for chunk in (chunk for chunk, where in at.items() if len(where) > 1):
            several += 1
            cells += (Cell(group, several, rank, ranks.shown[chunk, rank], clicks[chunk, rank]) for rank in at[chunk])
    if not clicked.total():
        return None
    examined = examination(cells) if several >= NEEDED else {}
    return PositionBias(
        several=several,
        needed=NEEDED,
        identifiable=bool(examined),
        most=MOST,
        ranks=tuple(
            RankClicks(rank=rank, shown=shown[rank], clicked=clicked[rank], examined=examined.get(rank))
            for rank in sorted(shown)
        ),
    )


def correct_clicks(asked: Asked, weights: Mapping[int, float]) -> None:
    """Add `rank_correction` to the evidence: by how many clicks those at low ranks count for more, in hundredths.

    weights: as click_weights gives them, empty where nothing is corrected.
    """
    if asked.ranks is None or not weights:
        return
    more: dict[tuple[str, str], float] = {}
    for (chunk, rank, batch), count in asked.ranks.clicked.items():
        more[batch, chunk] = more.get((batch, chunk), 0.0) + count * (weights[rank] - 1)
    for (batch, chunk), extra in more.items():
        if round(extra, 2) and (batch, chunk) in asked.evidence:
            asked.count(batch, chunk, "rank_correction", round(extra, 2))


def click_weights(bias: PositionBias | None) -> Mapping[int, float]:
    """Rank → what a click there counts for, from 1 to MOST; empty where no rank was clicked."""
    return dict(_weights(bias)) if bias else {}


def rates_of(bias: PositionBias | None) -> Mapping[int, float]:
    """Rank → clicks a showing."""
    return {one.rank: one.rate for one in bias.ranks} if bias else {}


def _weights(bias: PositionBias) -> Iterator[tuple[int, float]]:
    """(rank, what a click there counts for), from 1 to MOST."""
    weight = 1.0
    for one in bias.ranks:
        if one.examined is not None:
            weight = min(MOST, max(1.0, 1 / one.examined.high))
        yield one.rank, weight
