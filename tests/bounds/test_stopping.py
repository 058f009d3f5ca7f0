"""How many irrelevant answers settle a comparison."""

from __future__ import annotations

from random import Random

from goldkit.bounds.catalogue import ends
from goldkit.bounds.mean import mean_ends
from goldkit.bounds.ratio import highest_recall, highest_recalls
from goldkit.bounds.settled import settled
from goldkit.bounds.situation import Situation
from goldkit.bounds.stopping import judgments_to_settle
from goldkit.measures.names import Measure
from goldkit.records import Fact, Scale

RECALL = Measure("recall", 3)


def one(cases, before, after, pool):
    return cases.Case(Scale(max=1, relevant_from=1), {"a": 1}, (Fact(any=("a",)),), before, after, pool).situation


def test_only_the_holes_that_threaten_the_sign_are_counted(cases):
    ahead = one(cases, ("h1", "h2", "x"), ("a", "h3"), ("h1", "h2", "h3", "x"))
    assert ends(RECALL, ahead, [1]).low < 0
    assert judgments_to_settle([ahead], RECALL, [1]) == 3
    assert judgments_to_settle([ahead.swapped], RECALL, [1]) == 3
    assert judgments_to_settle([ahead, ahead], RECALL, [1]) == 3, "one query judged whole outweighs the other"


def test_a_settled_sign_needs_none_and_level_runs_have_no_answer(cases):
    assert judgments_to_settle([one(cases, (), ("a", "h"), ("h",))], RECALL, [1]) == 0
    assert judgments_to_settle([one(cases, ("a", "h"), ("a",), ("h",))], RECALL, [1]) is None


def test_all_prefixes_at_once_are_those_one_by_one(cases):
    random = Random(5)
    for _ in range(300):
        at = cases.random(random, plain=True).situation
        if not at.after.facts:
            continue
        for k in (1, 3, float("inf")):
            several = highest_recalls(at, k)
            for judged, found in enumerate(several):
                rest = Situation(
                    at.before, at.after, at.holes[judged:], at.ranks_before[judged:], at.ranks_after[judged:]
                )
                assert found == highest_recall(rest, k)


def test_so_many_irrelevant_answers_do_settle_it(cases):
    random, counted = Random(2), 0
    for _ in range(100):
        situations = [cases.random(random, plain=True).situation for _ in range(4)]
        needed = judgments_to_settle(situations, Measure("nDCG", 3), [1])
        mean = mean_ends([ends(Measure("nDCG", 3), at, [1]) for at in situations])
        if mean is None or needed is None:
            continue
        assert (needed == 0) == (settled(mean) != "open")
        assert needed <= sum(len(at.holes) for at in situations)
        counted += 1
    assert counted > 40
