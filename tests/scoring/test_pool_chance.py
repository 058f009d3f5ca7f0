"""How likely open pairs are relevant, what each would move, and how near texts are to relevant ones."""

from __future__ import annotations

from math import log

import pytest

from goldkit.bounds.situation import judged, meet
from goldkit.measures.names import Measure
from goldkit.measures.truth import truth
from goldkit.records import Copy, Fact, Label, Scale
from goldkit.scoring.pool_chance import RARE, Answer, chances
from goldkit.scoring.pool_effects import effects
from goldkit.scoring.pool_expect import expected_delta
from goldkit.scoring.pool_similarity import similarities
from goldkit.sets.pool_subject import pool_subject

PAIRS = [("q", name) for name in "abcdef"]
NEAR = {("q", "a"): 0.4, ("q", "b"): 0.2, ("q", "c"): 0.4, ("q", "d"): 0.2, ("q", "e"): 0.0}
OLD, NEW = {"q": "abe"}, {"q": "cde"}


def guessed(answers=(), tops=(OLD, NEW), near=NEAR):
    return chances(PAIRS, answers, near, tops)


def test_before_any_answer_the_odds_are_the_cube_of_the_similarity_and_few_on_average():
    found = guessed().of(PAIRS)
    odds = {chunk: chance / (1 - chance) for (_, chunk), chance in found.items()}
    assert odds["a"] / odds["b"] == pytest.approx((0.42 / 0.22) ** 3) and odds["a"] == pytest.approx(odds["c"])
    assert sum(odds[chunk] for chunk in "abcde") / 5 == pytest.approx(RARE)
    assert odds["f"] == pytest.approx(RARE), "without a text to compare it is like the average"


def test_answers_tell_which_run_alone_finds_relevant_chunks():
    wide = [("q", f"{run}{number}") for run in "on" for number in range(60)]
    tops = [{"q": [chunk for _, chunk in wide if chunk[0] == run]} for run in "on"]
    answers = [Answer("q", chunk, float(chunk[0] == "n" and number % 3 == 0)) for number, (_, chunk) in enumerate(wide)]
    answers = [answer for answer in answers if int(answer.chunk[1:]) < 40]
    found = chances(wide, answers, {}, tops)
    rates = found.of([("q", "o50"), ("q", "n50")])
    assert rates["q", "n50"] == pytest.approx(1 / 3, abs=0.06) and rates["q", "o50"] < 0.05
    assert found.hoped([("q", "o50")])["q", "o50"] > rates["q", "o50"]
    turned = chances(wide[::-1], answers, {}, tops[::-1])
    assert turned.of(wide) == found.of(wide), "the order of the runs changes no bit"


def test_what_both_runs_have_is_nobody_s_and_keeps_its_chance_when_one_s_rises():
    near = {**NEAR, ("q", "e"): 0.4}
    found = guessed([Answer("q", "a", 1.0), Answer("q", "b", 1.0)], near=near)
    before, after = guessed(near=near).of(PAIRS), found.of(PAIRS)
    assert before["q", "a"] == pytest.approx(before["q", "e"]) and after["q", "a"] > 1.1 * after["q", "e"]
    hopes = found.hoped(PAIRS)
    assert hopes["q", "e"] == pytest.approx(after["q", "e"]) and hopes["q", "c"] > after["q", "c"]


def test_the_expected_delta_adds_chance_times_move():
    model = guessed([Answer("q", "a", 1.0)])
    rates = model.of(PAIRS)
    moves = {("q", "c"): 0.1, ("q", "b"): -0.2}
    found = expected_delta(0.05, moves, model)
    assert found.delta == pytest.approx(0.05 + 0.1 * rates["q", "c"] - 0.2 * rates["q", "b"])
    assert found.error == pytest.approx(model.error(moves)) and found.error > 0


@pytest.mark.parametrize("kind", ["recall", "nDCG", "AP", "MRR"])
def test_a_move_is_what_judging_that_hole_alone_does_to_the_run(kind):
    scale, measure = Scale(), Measure(kind, 3)
    made = truth([Fact(any=("a",))], {"a": Label(query="q", chunk="a", grade=3, status="decided")}, scale)
    ranking, holes = ("b", "a", "c", "d"), ("b", "c", "d", "x")
    found = effects(measure, {"q": made}, {"q": holes}, {"q": ranking}, 2.0)
    met = meet(made, ranking, (), holes)
    for hole in holes:
        assert found["q", hole] == pytest.approx(measure(judged(met, hole, 2.0).before) - measure(met.before))
    assert len({found["q", hole] for hole in holes}) > 1


def near(golden, kiln, query: str = "hot", *chunks: str):
    texts = {chunk.id: chunk for chunk in kiln.corpus}
    found = similarities(pool_subject(golden), {query: chunks or (*texts, "gone")}, texts)
    return {chunk: value for (_, chunk), value in found.items()}


def test_the_nearest_relevant_text_counts_and_near_duplicates_do_not(kiln, golden):
    found = near(golden, kiln)
    assert set(found) == {"kiln#2", "oven", "glaze", "clay", "shop", "sieve"}, (
        "the relevant text and its copy have only each other, and what has no text is left out"
    )
    assert 0 < found["sieve"] < found["kiln#2"] < 1
    golden.append("judgments.jsonl", [kiln.say("hot", "oven", 3)])
    again = near(golden, kiln)
    assert again["kiln#1"] < 0.5 and again["kiln#3"] < 0.5, "not each other, but the oven"
    assert again["oven"] == found["oven"] < 1, "never to itself"


def test_what_differs_from_a_relevant_text_is_no_nearer_for_being_like_it(kiln, golden):
    pair = {"a": "kiln#2", "b": "kiln#1", "jaccard": 0.9, "containment": (0.9, 0.9), "verdict": "differs"}
    golden.append("copies.jsonl", [Copy(**pair, by="ana", at="2026-12-01T10:00:00Z")])
    assert "kiln#2" in near(golden, kiln), "kiln#3 is left, which the pair does not name"
    other = {**pair, "b": "kiln#3"}
    golden.append("copies.jsonl", [Copy(**other, by="ana", at="2026-12-01T10:00:00Z")])
    assert "kiln#2" not in near(golden, kiln)


def test_only_relevant_labels_draw(kiln, golden):
    golden.append("judgments.jsonl", [kiln.say("mix", "sieve", 0)])
    assert "sieve" in near(golden, kiln, "mix", "sieve") and near(golden, kiln, "mix", "glaze") == {}
    assert near(golden, kiln, "rest", "clay") == {}


def test_log_odds_move_with_the_logarithm_of_similarity():
    logit = {chunk: log(chance / (1 - chance)) for (_, chunk), chance in guessed().of(PAIRS).items()}
    assert logit["a"] - logit["e"] == pytest.approx(3 * log(0.42 / 0.02))
