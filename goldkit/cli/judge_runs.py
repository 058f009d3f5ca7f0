"""Whether a model would put runs in the order that people do: what `goldkit judge` adds where it is given runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from goldkit.cli.output import say
from goldkit.errors import DataError

if TYPE_CHECKING:
    from goldkit.formats.run_source import RunSource
    from goldkit.results.judge_bias import RunOrder
    from goldkit.sets.golden import GoldenSet
    from goldkit.sets.model_judges import BothGraded


def run_order(golden: GoldenSet, both: Sequence[BothGraded], runs: Sequence[RunSource], k: int) -> RunOrder | None:
    """The runs by the set's primary measure, over the queries of which both graded all that people decided.

    None with fewer than two runs, or no such query.

    A query without a relevant label scores 0 in both, so that both means are over the same queries. Runs that cannot be scored,
    such as one that lacks most queries, are no reason to lose what was graded: why not is said, and there is no order.
    """
    from goldkit.results.judge_bias import RunOrder
    from goldkit.scoring.means import means
    from goldkit.scoring.options import ScoreOptions
    from goldkit.scoring.request import take
    from goldkit.sets.two_sets import of_whole_queries, two_sets
    from goldkit.statistics.rank_correlation import kendall_tau_b

    if len({run.name for run in runs}) < 2:
        return None
    if not (whole := of_whole_queries(golden, both)):
        say(
            "the runs are not put in order: of no question the model graded all that people decided; a larger --check helps"
        )
        return None
    options = ScoreOptions(no_relevant="zero", failed="zero", average=True, means_only=True)
    try:
        found = [means(take(one, runs, (one.deciding(),), k, None, options)) for one in two_sets(golden, whole)]
    except DataError as error:
        say(f"the runs are not put in order: {error}")
        return None
    (measure,) = found[0].measures
    people, model = ({run.name: run.means[measure] for run in result.runs} for result in found)
    return RunOrder(
        measure=measure,
        pairs=len(whole),
        queries=len({pair.query for pair in whole}),
        people=people,
        model=model,
        tau=kendall_tau_b(list(people.values()), [model[name] for name in people]),
    )
