"""MRR and MRR@k."""

from goldkit.measures.view import View


def mrr(view: View, k: int | None) -> float:
    """One over the rank of the first result that reaches any fact, 0 where none does (within k, if given); in [0, 1]."""
    reaches = view.within(k)
    return 1.0 / reaches[0].rank if reaches else 0.0
