"""Whether a judge is led by the length of a chunk, or by what stands first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from goldkit.judging.outcome import Outcome
from goldkit.judging.pair import Key
from goldkit.records import Scale
from goldkit.results.judge_bias import LengthBias, OrderBias
from goldkit.sets.model_judges import BothGraded
from goldkit.statistics.rank_correlation import spearman, spearman_interval
from goldkit.statistics.sign_test import sign_test
from goldkit.store.texts import Texts, meant


def length_bias(both: Iterable[BothGraded], texts: Texts) -> LengthBias:
    """Over the pairs that both graded and whose text is known: is the model above people where chunks are long?"""
    known = [(pair, text) for pair in both if (text := meant(texts, pair.chunk, pair.text_sha256)) is not None]
    above = [float(pair.model - pair.people) for pair, _ in known]
    rho = spearman(above, [float(len(text)) for _, text in known]) if known else None
    interval = None if rho is None else spearman_interval(rho, len(known))
    return LengthBias(n=len(known), rho=rho, interval=interval)


def order_bias(outcomes: Sequence[Outcome], grades: Mapping[Key, int], scale: Scale) -> OrderBias:
    """grades: those with the question first. outcomes: of any order; those with the passage first are compared with them."""
    pairs = [
        (grades[one.question.pair.key], one.verdict.grade)
        for one in outcomes
        if one.question.swapped and one.verdict.grade is not None and one.question.pair.key in grades
    ]
    higher, lower = sum(later > first for first, later in pairs), sum(later < first for first, later in pairs)
    return OrderBias(
        n=len(pairs),
        higher=higher,
        lower=lower,
        changed=sum(scale.is_relevant(first) != scale.is_relevant(later) for first, later in pairs),
        p=sign_test(higher, lower),
    )
