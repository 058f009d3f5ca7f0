"""AP."""

from goldkit.measures.view import View


def ap(view: View, k: int | None) -> float:
    """Average precision: the precision where each fact is first reached, averaged over all facts by their shares; in [0, 1].

    A fact that is not reached (within k, if given) adds 0; a later copy is a slot that reaches nothing.
    """
    if not view.facts:
        return 0.0
    total = sum(reach.share * hits / reach.rank for hits, reach in enumerate(view.within(k), start=1))
    return min(1.0, total / view.shares)
