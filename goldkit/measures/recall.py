"""recall@k."""

from goldkit.measures.view import View


def recall(view: View, k: int | None) -> float:
    """The part of a query's facts that the first k results reach, by their shares; in [0, 1]."""
    if not view.facts:
        return 0.0
    return min(1.0, sum(reach.share for reach in view.within(k)) / view.shares)
