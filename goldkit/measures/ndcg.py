"""nDCG@k."""

from math import log2

from goldkit.measures.view import View


def ndcg(view: View, k: int | None) -> float:
    """Gains of the facts reached first, discounted by log2(rank + 1), over the ideal's; linear gains; in [0, 1].

    As trec_eval's ndcg_cut (Järvelin and Kekäläinen, TOIS 2002, in its log2(rank + 1) form) where every chunk is its own fact.
    """
    best = sum(gain / log2(rank + 1) for rank, gain in enumerate(view.ideal_gains[:k], start=1))
    if not best:
        return 0.0
    return min(1.0, sum(reach.gain / log2(reach.rank + 1) for reach in view.within(k)) / best)
