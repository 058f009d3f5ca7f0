"""Which hole is judged next, and what an answer changes."""

from __future__ import annotations

from random import Random

import pytest

from goldkit.bounds.catalogue import BOUNDS, Ends, ends
from goldkit.bounds.order import JudgingOrder
from goldkit.bounds.situation import judged
from goldkit.measures.names import Measure
from goldkit.measures.truth import see, truth
from goldkit.records import Fact, Scale

RECALL = Measure("recall", 3)


@pytest.mark.parametrize("kind", [*BOUNDS, "bpref"])
def test_judging_a_hole_gives_what_scoring_with_its_label_gives(cases, kind):
    random, measure = Random(kind), Measure(kind, 3)
    for _ in range(60):
        case = cases.random(random, top=3)
        if not case.pool:
            continue
        chunk, grade = random.choice(case.pool), random.randint(0, 3)
        facts = [*case.facts, Fact(any=(chunk,))]
        known = truth(facts, case.labels({**case.grades, chunk: grade}), case.scale)
        given = judged(case.situation, chunk, case.scale.gain(grade))
        for seen, ranking in ((given.before, case.before), (given.after, case.after)):
            assert measure(seen) == pytest.approx(measure(see(known, ranking)))
        assert list(given.holes) == [other for other in case.pool if other != chunk]


def order(cases, random, rule="width", count=6):
    drawn = [cases.random(random, most_holes=4, top=2) for _ in range(count)]
    return JudgingOrder({f"q{place}": case.situation for place, case in enumerate(drawn)}, RECALL, [1, 2], rule)


@pytest.mark.parametrize("rule", ["width", "weight"])
def test_judging_to_the_end_never_widens_and_settles(cases, rule):
    random = Random(rule)
    for _ in range(20):
        queue = order(cases, random, rule)
        while (hole := queue.next()) is not None:
            before = queue.mean
            queue.judge(hole.query, hole.chunk, random.choice([0, 0, 1, 2]))
            after = queue.mean
            if before and after and before.always:
                assert after.low >= before.low - 1e-9 and after.high <= before.high + 1e-9
        assert queue.settled != "open" and queue.ranked() == []


def test_a_settled_sign_survives_every_further_answer(cases):
    random, seen = Random(3), 0
    for _ in range(200):
        queue = order(cases, random, count=3)
        if queue.settled == "open" or not queue.next() or not queue.mean.always:
            continue
        verdict, seen = queue.settled, seen + 1
        while (hole := queue.next()) is not None:
            queue.judge(hole.query, hole.chunk, random.choice([0, 1, 2]))
        assert queue.settled == verdict
    assert seen > 10


def test_only_the_answered_query_is_looked_at_again_and_the_rate_moves_all(cases):
    queue = order(cases, Random(8))
    first = queue.next()
    before = {(hole.query, hole.chunk): hole.gain for hole in queue.ranked()}
    queue.judge(first.query, first.chunk, 0)
    assert queue.judged == 1 and queue.relevant == 0
    assert (first.query, first.chunk) not in {(hole.query, hole.chunk) for hole in queue.ranked()}
    assert all(hole.gain >= 0 for hole in queue.ranked()) and before[first.query, first.chunk] == max(before.values())


def test_the_gain_of_a_hole_is_what_either_answer_narrows_by_its_chance(cases):
    scale = Scale(max=1, relevant_from=1)
    case = cases.Case(scale, {"a": 1}, (Fact(any=("a",)),), ("h",), ("a",), ("h",))
    for answers, rate in (((0, 0), 1 / 5), ((3, 7), 4 / 12)):
        queue = JudgingOrder({"q": case.situation}, RECALL, [1], answers=answers)
        assert queue.mean == Ends(0.0, 1.0)
        assert queue.next().gain == pytest.approx((1 - rate) * 1 + rate * 1 + 0.001 * 1)
    weighed = JudgingOrder({"q": case.situation}, RECALL, [1], "weight")
    assert weighed.next().gain == 1
    both = cases.Case(scale, {"a": 1}, (Fact(any=("a",)),), ("h", "i"), ("a",), ("h", "i"))
    queue = JudgingOrder({"q": both.situation}, RECALL, [1])
    narrowed = {0: 4 / 3 - 1, 1: 4 / 3 - (1 / 3 + 0)}
    assert queue.mean == Ends(pytest.approx(-1 / 3), 1.0)
    assert queue.next().gain == pytest.approx(0.8 * narrowed[0] + 0.2 * narrowed[1] + 0.001 * 1)
    queue.judge("q", "h", 1)
    assert queue.next().gain == pytest.approx((1 - 2 / 6) * (1 / 3) + 2 / 6 * (1 / 3) + 0.001 * (1 / 3))


def test_a_chunk_that_is_no_hole_cannot_be_judged(cases):
    queue = order(cases, Random(8))
    with pytest.raises(ValueError, match="not in tuple"):
        queue.judge("q0", "no such chunk", 1)


def test_the_width_rule_settles_with_fewer_answers_than_chance(cases):
    random, needed = Random(5), {"width": 0, "chance": 0}
    for _ in range(25):
        seed = random.random()
        for way in needed:
            queue, answers, picks = order(cases, Random(seed), count=8), Random(seed), Random(seed)
            truths = {
                (hole.query, hole.chunk): answers.choice([0, 0, 1, 2]) for hole in sorted(queue.ranked(), key=str)
            }
            while queue.settled == "open":
                open_holes = queue.ranked()
                hole = open_holes[0] if way == "width" else picks.choice(open_holes)
                queue.judge(hole.query, hole.chunk, truths[hole.query, hole.chunk])
                needed[way] += 1
    assert needed["width"] < needed["chance"]


def test_a_query_without_a_hole_has_nothing_to_judge(cases):
    case = cases.Case(cases.random(Random(0)).scale, {"a": 1}, (Fact(any=("a",)),), ("a",), (), ())
    queue = JudgingOrder({"q": case.situation}, RECALL, [1])
    assert queue.next() is None and queue.settled == "before"
    assert ends(RECALL, case.situation, [1]).low == -1.0
