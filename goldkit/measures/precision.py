"""precision@k."""

from goldkit.measures.view import View


def precision(view: View, k: int | None) -> float:
    """The part of the first k slots that reach a fact not reached before; a shorter list is filled up with misses; in [0, 1]."""
    slots = view.depth if k is None else k
    return len(view.within(k)) / slots if slots else 0.0
