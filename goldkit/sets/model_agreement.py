"""The agreement of an LLM judge with people, computed anew from the judgments each time it is asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from goldkit.records import Scale
from goldkit.results.model_agreement import ModelAgreement
from goldkit.sets.golden import GoldenSet
from goldkit.sets.model_judges import BothGraded, ModelGrades, both_graded
from goldkit.statistics.agreement import cohen_kappa
from goldkit.statistics.kappa_interval import kappa_interval


def model_agreement(golden: GoldenSet, grades: ModelGrades, judge: str) -> ModelAgreement:
    """How far this judge agrees with the people of `dev`."""
    both = both_graded(golden, grades, judge)
    dev = {query.id for query in golden.dev()}
    return agreement_on(judge, both, golden.settings.scale, sum(key[0] in dev for key in grades.seen(judge)))


def agreement_on(judge: str, both: Sequence[BothGraded], scale: Scale, seen: int = 0) -> ModelAgreement:
    """The same from the pairs that both graded."""
    if not both:
        return ModelAgreement(judge=judge, n=0, seen=seen)
    pairs = [(pair.people, pair.model) for pair in both]
    relevant = [(int(scale.is_relevant(one)), int(scale.is_relevant(other))) for one, other in pairs]
    counts, steps = Counter(pairs), range(scale.max + 1)
    return ModelAgreement(
        judge=judge,
        n=len(pairs),
        imported=sum(pair.imported for pair in both),
        queries=len({pair.query for pair in both}),
        seen=seen,
        same=sum(one == other for one, other in pairs) / len(pairs),
        kappa=cohen_kappa(relevant),
        weighted=cohen_kappa(pairs, "quadratic"),
        interval=kappa_interval([pair.query for pair in both], pairs),
        confusion=tuple(tuple(counts[one, other] for other in steps) for one in steps),
    )
