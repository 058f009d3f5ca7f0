"""nDCG-exp@k."""

from math import log2

from goldkit.measures.view import View


def ndcg_exp(view: View, k: int | None) -> float:
    """nDCG with exponential gains, 2^gain − 1 for each fact reached first, over the ideal's likewise; in [0, 1].

    Burges et al. (ICML 2005), as ir_measures' nDCG(dcg='exp-log2') and ranx's ndcg_burges: it prefers one perfect result to
    several fair ones. The gain is goldkit's, so on TREC and 0/1 scales it is the grade.
    """
    best = sum(gain / log2(rank + 1) for rank, gain in enumerate(view.ideal_exp[:k], start=1))
    if not best:
        return 0.0
    return min(1.0, sum(reach.exp_gain / log2(reach.rank + 1) for reach in view.within(k)) / best)
