"""Which queries rose and fell between the baseline and each other run."""

from __future__ import annotations

from collections.abc import Sequence

from goldkit.results.moves import Moves
from goldkit.results.per_query import QueryScore
from goldkit.scoring.compare import UNCHANGED


def moves(queries: Sequence[QueryScore], baseline: str, runs: Sequence[str], measure: str, limit: int) -> list[Moves]:
    """One Moves a run, the first `limit` queries each way. runs: names, without the baseline's."""
    return [_moves(queries, baseline, run, measure, limit) for run in runs]


def _moves(queries: Sequence[QueryScore], baseline: str, run: str, measure: str, limit: int) -> Moves:
    changes = [(query.change(baseline, run, measure), query) for query in queries]
    wins = sorted((-change, query.id, query) for change, query in changes if change > UNCHANGED)
    losses = sorted((change, query.id, query) for change, query in changes if change < -UNCHANGED)
    return Moves(
        baseline=baseline,
        run=run,
        measure=measure,
        up=len(wins),
        down=len(losses),
        wins=tuple(query for *_, query in wins[:limit]),
        losses=tuple(query for *_, query in losses[:limit]),
    )
