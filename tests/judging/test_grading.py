"""Asking about many pairs: what is counted, when it is asked again, and when it ends."""

from goldkit.judging.grade import HOPELESS, UNUSABLE, grade
from goldkit.judging.outcome import Question
from goldkit.llm.reply import Reply


def good(request):
    return {"quote": "opened at noon", "grade": 3}


def questions(pair, number):
    return [Question(pair(f"The valve {at} is opened at noon.", at)) for at in range(number)]


def test_the_outcomes_stand_in_the_order_of_the_questions_for_any_concurrency(judge, pair, model):
    asked = questions(pair, 40)
    for concurrency in (1, 7):
        found = grade(asked, judge, model(good, concurrency))
        assert [one.question.pair.key.query for one in found.outcomes] == [f"q{at}" for at in range(40)]
        assert found.stopped == ""


def test_what_cannot_be_used_is_asked_once_more_and_never_a_third_time(judge, pair, model):
    asked = model(lambda request: good(request) if request.attempt else "no JSON at all")
    found = grade(questions(pair, 1), judge, asked)
    assert [one.verdict.grade for one in found.outcomes] == [3]
    assert [(one.attempt, one.parameters["temperature"]) for one in asked.asked] == [(0, 0.0), (1, 0.8)]
    never = model(lambda request: {"quote": "invented words", "grade": 3})
    found = grade(questions(pair, 1), judge, never)
    assert [one.verdict.reason for one in found.outcomes] == ["quote not in the chunk"]
    assert len(never.asked) == 2


def test_a_failed_call_is_not_asked_again_here(judge, pair, model):
    asked = model(lambda request: Reply(outcome="timeout", detail="late", settled=False))
    found = grade(questions(pair, 3), judge, asked)
    assert [one.verdict.reason for one in found.outcomes] == ["timeout"] * 3
    assert len(asked.asked) == 3


def test_it_ends_where_the_endpoint_does(judge, pair, model):
    def answer(request):
        return (
            good(request) if "valve 0" in request.messages[-1]["content"] else Reply(outcome="stopped", detail="down")
        )

    found = grade(questions(pair, 30), judge, model(answer))
    assert (len(found.outcomes), found.stopped) == (1, "down")


def test_rubbish_without_end_is_not_paid_for(judge, pair, model):
    found = grade(questions(pair, 200), judge, model(lambda request: "garbage"))
    assert len(found.outcomes) == UNUSABLE
    assert found.stopped.startswith(f"{UNUSABLE} pairs in a row got no grade; the last one: malformed")
    found = grade(questions(pair, 200), judge, model(lambda request: {"quote": "", "grade": 3}))
    assert len(found.outcomes) == HOPELESS


def test_rejected_replies_of_an_earlier_run_do_not_end_this_one(judge, pair, model):
    asked = model(lambda request: Reply(outcome="malformed", detail="x", replayed=True))
    assert grade(questions(pair, 100), judge, asked).stopped == ""
