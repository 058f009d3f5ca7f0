"""Deadlines, further attempts, and how many questions are under way at the same time."""

import asyncio

import pytest

from goldkit.retrieval.ask import LONGEST_WAIT, Manner, ask, ask_all
from goldkit.retrieval.failure import Failure


def run(pipeline, questions, manner):
    outcomes = []
    asyncio.run(ask_all(pipeline, questions, manner, outcomes.append))
    return {outcome.query: outcome for outcome in outcomes}


def failing(times, **words):
    """Fails so many times, then answers."""

    def answer(question, attempt):
        if attempt <= times:
            raise Failure(f"no {attempt}", **words)
        return ["a"]

    return answer


@pytest.mark.parametrize(("retries", "failed"), [(2, ""), (1, "no 2"), (0, "no 1")])
def test_what_may_end_otherwise_is_tried_again(scripted, asked, retries, failed):
    pipeline = scripted(failing(2, again=True))
    outcome = run(pipeline, asked(1).questions, Manner(k=3, retries=retries, pause=0.0))["q00"]
    assert outcome.failed == failed
    assert len(pipeline.asked) == retries + 1


@pytest.mark.parametrize("words", [{}, {"again": True, "wait": LONGEST_WAIT + 1}])
def test_what_is_final_is_not(scripted, asked, words):
    pipeline = scripted(failing(9, **words))
    assert run(pipeline, asked(1).questions, Manner(k=3, pause=0.0))["q00"].failed == "no 1"
    assert len(pipeline.asked) == 1


def test_pauses_double_and_a_pause_asked_for_is_kept(scripted, asked, monkeypatch):
    slept = []

    async def sleep(seconds):
        slept.append(seconds)

    def answer(question, attempt):
        raise Failure("no", again=True, wait=7.0 if attempt == 2 else None)

    monkeypatch.setattr(asyncio, "sleep", sleep)

    async def once():
        pipeline = scripted(answer)
        return await ask(pipeline, asked(1).questions[0], Manner(k=3, retries=6))

    assert asyncio.run(once()).failed == "no"
    assert [seconds for seconds in slept if seconds] == [0.5, 7.0, 2.0, 4.0, 8.0, 8.0]


def test_a_ranking_that_is_none_fails_at_once_with_its_reason(scripted, asked):
    pipeline = scripted(lambda question, attempt: ["a", "a"])
    assert (
        run(pipeline, asked(1).questions, Manner(k=3))["q00"].failed == "no ranking: the id 'a' twice, at ranks 1 and 2"
    )
    assert len(pipeline.asked) == 1


@pytest.mark.parametrize(("leaves", "attempts"), [(False, 2), (True, 1)])
def test_who_does_not_answer_in_time_has_failed_and_the_others_have_not(scripted, asked, leaves, attempts):
    async def slow():
        await asyncio.Event().wait()

    pipeline = scripted(lambda question, attempt: slow() if question.id == "q01" else ["a"])
    pipeline.leaves = leaves
    found = run(pipeline, asked(3).questions, Manner(k=3, timeout=0.05, retries=1, pause=0.0, concurrency=1))
    assert found["q01"].failed == "no answer within 0.05 s"
    assert found["q02"].answer.ids == ("a",)
    assert pipeline.asked.count("q01") == attempts


@pytest.mark.parametrize("concurrency", [1, 3, 8])
def test_never_more_at_the_same_time_than_allowed_and_no_fewer(scripted, asked, concurrency):
    pipeline = scripted(lambda question, attempt: asyncio.sleep(0.001, ["a"]))
    found = run(pipeline, asked(30).questions, Manner(k=3, concurrency=concurrency))
    assert len(found) == 30
    assert pipeline.most == concurrency
    assert pipeline.closed


def test_a_bug_in_goldkit_is_no_failure_of_a_query(scripted, asked):
    def answer(question, attempt):
        raise ZeroDivisionError

    pipeline = scripted(answer)
    with pytest.raises(ZeroDivisionError):
        run(pipeline, asked(2).questions, Manner(k=3))
    assert pipeline.closed
