"""recall_cap@k."""

from goldkit.measures.view import View


def recall_cap(view: View, k: int | None) -> float:
    """recall@k against what k results could reach at best, so that more than k facts do not count against a run; in [0, 1]."""
    reachable = sum(view.ideal_shares[:k])
    if not reachable:
        return 0.0
    return min(1.0, sum(reach.share for reach in view.within(k)) / reachable)
