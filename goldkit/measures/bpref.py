"""bpref."""

from goldkit.measures.view import View


def bpref(view: View, k: int | None) -> float:
    """How seldom chunks judged not relevant stand above relevant ones; unjudged results play no part; in [0, 1].

    (1 / R) Σ over the relevant chunks retrieved of 1 − min(n, R) / min(N, R): n of the N chunks judged not relevant stand above,
    R are relevant. trec_eval's form of Buckley and Voorhees (SIGIR 2004). Where none is above, also where none was judged not
    relevant at all, a relevant chunk counts 1, so it is never undefined. Within k, if given.
    """
    if not view.facts:
        return 0.0
    most = min(view.all_nonrelevant, view.facts)
    total = 0.0
    for reach in view.within(k):
        above = sum(rank < reach.rank for rank in view.nonrelevant)
        total += 1.0 - min(above, view.facts) / most if above else 1.0
    return total / view.facts
