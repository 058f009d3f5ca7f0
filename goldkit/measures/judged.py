"""judged@k."""

from goldkit.measures.view import View


def judged(view: View, k: int | None) -> float:
    """The part of the first k results that have a label that counts, of those returned; 0 for an empty list; in [0, 1]."""
    slots = view.depth if k is None else min(k, view.depth)
    return sum(1 for rank in view.judged if rank <= slots) / slots if slots else 0.0
