"""hit@k."""

from goldkit.measures.view import View


def hit(view: View, k: int | None) -> float:
    """1 where any of the first k results reaches a fact, else 0."""
    return 1.0 if view.within(k) else 0.0
