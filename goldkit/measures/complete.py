"""complete@k."""

from goldkit.measures.view import View


def complete(view: View, k: int | None) -> float:
    """1 where the first k results reach every fact of the query, else 0."""
    return 1.0 if view.facts and sum(reach.facts for reach in view.within(k)) == view.facts else 0.0
