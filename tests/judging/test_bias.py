"""What leads a judge beside what a chunk says is found where it is there, and not where it is not."""

from goldkit.judging.bias import length_bias, order_bias
from goldkit.judging.judge import Verdict
from goldkit.judging.outcome import Outcome, Question
from goldkit.llm.reply import Reply
from goldkit.records import Scale
from goldkit.sets.model_judges import BothGraded


def both(number, people, model):
    return BothGraded(f"q{number}", f"c{number}", people, model, False, "s")


def texts(number):
    return {f"c{at}": {"s": "x" * (at + 1)} for at in range(number)}


def test_a_judge_that_likes_long_chunks_is_found_out():
    found = length_bias([both(at, 1, 1 + (at >= 20)) for at in range(40)], texts(40))
    assert found.rho > 0.8
    assert found.leans
    honest = length_bias([both(at, at % 4, at % 4 - (at % 5 == 0 and at % 4 > 0)) for at in range(40)], texts(40))
    assert not honest.leans


def test_without_any_difference_there_is_no_figure():
    found = length_bias([both(at, 1, 1) for at in range(40)], texts(40))
    assert (found.n, found.rho, found.leans) == (40, None, False)
    assert length_bias([both(1, 1, 2)], {}).n == 0


def outcome(pair, grade, order="passage first"):
    return Outcome(Question(pair, order), (Reply(outcome="ok"),), Verdict(grade))


def test_a_judge_that_likes_what_stands_first_is_found_out(pair):
    swapped = [outcome(pair("x", at), 3 if at < 12 else 0) for at in range(20)]
    first = {one.question.pair.key: 0 if at < 10 else 1 if at == 10 else 3 for at, one in enumerate(swapped)}
    found = order_bias(swapped, first, Scale())
    assert (found.n, found.higher, found.lower, found.same, found.changed) == (20, 11, 8, 1, 19)
    assert found.p > 0.5
    found = order_bias(swapped[:10], first, Scale())
    assert (found.higher, found.lower) == (10, 0)
    assert found.p < 0.01


def test_only_pairs_with_a_grade_in_both_orders_are_compared(pair):
    ones = [outcome(pair("x", 0), None), outcome(pair("x", 1), 3), outcome(pair("x", 2), 3, "question first")]
    found = order_bias(ones, {one.question.pair.key: 3 for one in ones if one.question.pair.query.id != "q1"}, Scale())
    assert found.n == 0
