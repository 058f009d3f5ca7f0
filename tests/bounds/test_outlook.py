"""What open holes can still do to a comparison, and what an answer changes."""

from __future__ import annotations

from random import Random

import pytest

from goldkit.bounds.catalogue import BOUNDS, Ends, ends
from goldkit.bounds.outlook import Outlook
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


class Judging:
    """Holes of two runs, answered one after another as a person would: the comparison is looked at anew after each."""

    def __init__(self, cases, random, count=6):
        drawn = [cases.random(random, most_holes=4, top=2) for _ in range(count)]
        self.situations = {f"q{place}": case.situation for place, case in enumerate(drawn)}
        self.answers = (0, 0)

    @property
    def outlook(self):
        return Outlook(self.situations, RECALL, [1, 2], self.answers)

    @property
    def open(self):
        return [(query, hole) for query, situation in self.situations.items() for hole in situation.holes]

    @property
    def best(self):
        outlook = self.outlook
        return max(self.open, key=lambda hole: outlook.gain(*hole))

    def judge(self, hole, gain):
        query, chunk = hole
        self.situations[query] = judged(self.situations[query], chunk, gain)
        self.answers = (self.answers[0] + bool(gain), self.answers[1] + 1)


def test_judging_to_the_end_never_widens_and_settles(cases):
    random = Random("width")
    for _ in range(20):
        judging = Judging(cases, random)
        while judging.open:
            before = judging.outlook.mean
            assert all(judging.outlook.gain(*hole) >= 0 for hole in judging.open)
            judging.judge(judging.best, random.choice([0, 0, 1, 2]))
            after = judging.outlook.mean
            if before and after and before.always:
                assert after.low >= before.low - 1e-9 and after.high <= before.high + 1e-9
        assert judging.outlook.settled != "open"


def test_a_settled_sign_survives_every_further_answer(cases):
    random, seen = Random(3), 0
    for _ in range(200):
        judging = Judging(cases, random, count=3)
        verdict, mean = judging.outlook.settled, judging.outlook.mean
        if verdict == "open" or not judging.open or not mean.always:
            continue
        seen += 1
        while judging.open:
            judging.judge(judging.open[0], random.choice([0, 1, 2]))
            assert judging.outlook.settled == verdict
    assert seen > 10


def test_the_gain_of_a_hole_is_what_either_answer_narrows_by_its_chance(cases):
    scale = Scale(max=1, relevant_from=1)
    case = cases.Case(scale, {"a": 1}, (Fact(any=("a",)),), ("h",), ("a",), ("h",))
    for answers, rate in (((0, 0), 1 / 5), ((3, 7), 4 / 12)):
        outlook = Outlook({"q": case.situation}, RECALL, [1], answers)
        assert outlook.mean == Ends(0.0, 1.0)
        assert outlook.gain("q", "h") == pytest.approx((1 - rate) * 1 + rate * 1 + 0.001 * 1)
    both = cases.Case(scale, {"a": 1}, (Fact(any=("a",)),), ("h", "i"), ("a",), ("h", "i"))
    outlook = Outlook({"q": both.situation}, RECALL, [1])
    narrowed = {0: 4 / 3 - 1, 1: 4 / 3 - (1 / 3 + 0)}
    assert outlook.mean == Ends(pytest.approx(-1 / 3), 1.0)
    assert outlook.gain("q", "h") == pytest.approx(0.8 * narrowed[0] + 0.2 * narrowed[1] + 0.001 * 1)
    answered = Outlook({"q": judged(both.situation, "h", 1)}, RECALL, [1], (1, 1))
    assert answered.gain("q", "i") == pytest.approx((1 - 2 / 6) * (1 / 3) + 2 / 6 * (1 / 3) + 0.001 * (1 / 3))


def test_a_chunk_that_is_no_hole_has_no_gain(cases):
    outlook = Judging(cases, Random(8)).outlook
    with pytest.raises(ValueError, match="not in tuple"):
        outlook.gain("q0", "no such chunk")
    with pytest.raises(KeyError):
        outlook.gain("no such query", "a")


def test_the_largest_gain_first_settles_with_fewer_answers_than_chance(cases):
    random, needed = Random(5), {"width": 0, "chance": 0}
    for _ in range(25):
        seed = random.random()
        for way in needed:
            judging, answers, picks = Judging(cases, Random(seed), count=8), Random(seed), Random(seed)
            truths = {hole: answers.choice([0, 0, 1, 2]) for hole in judging.open}
            while judging.outlook.settled == "open":
                hole = judging.best if way == "width" else picks.choice(judging.open)
                judging.judge(hole, truths[hole])
                needed[way] += 1
    assert needed["width"] < needed["chance"]


def test_a_query_without_a_hole_has_nothing_to_judge(cases):
    case = cases.Case(cases.random(Random(0)).scale, {"a": 1}, (Fact(any=("a",)),), ("a",), (), ())
    assert Outlook({"q": case.situation}, RECALL, [1]).settled == "before"
    assert ends(RECALL, case.situation, [1]).low == -1.0
