"""Holes in the table: between which ends means and deltas lie, and what would settle them."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from goldkit.library.score import score
from goldkit.records import Scale
from goldkit.scoring.options import ScoreOptions

SCALE = Scale(max=2, relevant_from=1)
MEASURES = ("recall@2", "MRR", "nDCG@2", "precision@2", "hit@3", "complete@2", "AP@3")


def drawn(make, random, queries=2):
    """A few queries with judged chunks a0… and unjudged u0…, and three runs that mix them."""
    found, rankings = [], [{}, {}, {}]
    for place in range(queries):
        grades = {f"a{chunk}": random.randint(0, 2) for chunk in range(3)} | {"a0": 2}
        found.append(make.query(f"q{place}", grades, SCALE))
        for ranking in rankings:
            ranking[f"q{place}"] = random.sample(["a0", "a1", "a2", "u0", "u1"], random.randint(0, 5))
    runs = [make.run(name, ranking) for name, ranking in zip(("one", "two", "three"), rankings, strict=True)]
    return make.scoreset(*found, scale=SCALE, primary="recall"), runs


def judged_in_all_ways(make, scoreset, runs, k):
    """Scores with the pool of the first k judged in each possible way."""
    pools = [
        sorted({chunk for run in runs for chunk in run.rankings[query.id][:k] if chunk not in query.labels})
        for query in scoreset.queries
    ]
    pairs = [(place, chunk) for place, pool in enumerate(pools) for chunk in pool]
    for grades in product(range(SCALE.max + 1), repeat=len(pairs)):
        labels = [{chunk: label.grade for chunk, label in query.labels.items()} for query in scoreset.queries]
        for (place, chunk), grade in zip(pairs, grades, strict=True):
            labels[place][chunk] = grade
        queries = [make.query(f"q{place}", own, SCALE) for place, own in enumerate(labels)]
        yield score(make.scoreset(*queries, scale=SCALE), runs, MEASURES, 2, options=ScoreOptions(replicates=9))


def test_every_interval_of_a_table_is_what_judging_its_pool_in_all_ways_gives(make):
    random = Random(5)
    for _ in range(3):
        scoreset, runs = drawn(make, random)
        result = score(scoreset, runs, MEASURES, 2, options=ScoreOptions(replicates=9))
        for k, names in ((2, [name for name in MEASURES if "3" not in name]), (3, ["hit@3", "AP@3"])):
            judged = list(judged_in_all_ways(make, scoreset, runs, k))
            for name in names:
                for place, own in enumerate(result.holes.runs):
                    means = [other.runs[place].means[name] for other in judged]
                    assert own.intervals[name] == pytest.approx((min(means), max(means)))
                for delta in (delta for delta in result.holes.deltas if delta.measure == name):
                    deltas = [
                        found.delta
                        for other in judged
                        for found in other.deltas
                        if (found.run, found.measure) == (delta.run, name)
                    ]
                    low, high = delta.interval
                    assert low <= min(deltas) + 1e-9 and high >= max(deltas) - 1e-9
                    if delta.exact:
                        assert delta.interval == pytest.approx((min(deltas), max(deltas)))


def compared(make, old, new, labels, measures=("recall",), queries=3):
    names = [f"q{place}" for place in range(queries)]
    runs = [make.run("old", dict.fromkeys(names, old)), make.run("new", dict.fromkeys(names, new))]
    return score(make.scoreset(*(make.query(name, labels) for name in names)), runs, measures, 2).holes


def test_a_sign_that_no_judgment_can_turn_is_said(make):
    found = compared(make, ["c", "u"], ["a", "u"], {"a": 1, "c": 0}, ("recall", "MRR", "nDCG"))
    assert [delta.settled for delta in found.deltas] == ["better"] * 3
    recall, rank, _ = found.deltas
    assert recall.interval == pytest.approx((1 / 2, 1)) and rank.interval == pytest.approx((1 / 2, 1))
    assert rank.reading == "new beats old however the holes are judged"
    assert recall.reading.endswith("unless some are copies of known facts") and recall.copies == pytest.approx((0, 1))
    back = compared(make, ["a", "u"], ["c", "u"], {"a": 1, "c": 0}, ("MRR",)).deltas[0]
    assert (back.settled, back.reading) == ("worse", "old beats new however the holes are judged")


def test_how_many_irrelevant_answers_settle_an_open_sign(make):
    (delta,) = compared(make, ["u", "v"], ["a", "c"], {"a": 1, "c": 0}).deltas
    assert delta.interval == pytest.approx((-1 / 3, 1)) and delta.judgments == 2
    assert delta.reading == "open; 2 judgments would settle it, if none finds a relevant chunk"
    (level,) = compared(make, ["a", "u"], ["a", "v"], {"a": 1}).deltas
    assert (level.settled, level.judgments) == ("open", None)
    assert level.reading == "open; the runs are level as judged now"
    (tied,) = compared(make, ["a", "u"], ["a", "u"], {"a": 1}).deltas
    assert (tied.settled, tied.reading) == ("tied", "old and new are level however the holes are judged")


def test_judged_at_k_is_compared_too(make):
    found = compared(make, ["u", "v"], ["a", "u"], {"a": 1})
    assert [run.judged for run in found.runs] == [0, 0.5] and found.deltas[0].judged == 0.5


def test_ranks_below_the_pool_count_for_an_uncut_measure_and_only_there(make):
    queries = [make.query("q", {"a": 1})]
    deep = make.run("deep", {"q": ["b1", "b2", "u", "b3", "a"]})
    shallow = make.run("shallow", {"q": ["u", "a"]})
    result = score(make.scoreset(*queries), [deep, shallow], ("MRR", "MRR@1"), 1)
    uncut, cut = result.holes.runs[0].intervals["MRR"], result.holes.runs[0].intervals["MRR@1"]
    assert uncut == pytest.approx((1 / 5, 1.0)) and cut == (0.0, 1.0)
    same = {delta.measure: delta.interval for delta in result.holes.deltas}
    assert same["MRR"] == pytest.approx((1 / 2 - 1.0, 1 - 1 / 3))


def test_a_query_without_a_fact_stays_out_or_counts_zero_as_in_the_means(make):
    queries = [make.query("q", {"a": 1}), make.query("empty", {"b": 0})]
    run = make.run("run", {"q": ["a"], "empty": ["u"]})
    left_out = score(make.scoreset(*queries), [run], ("recall",), 1)
    counted = score(make.scoreset(*queries), [run], ("recall",), 1, options=ScoreOptions(no_relevant="zero"))
    assert left_out.holes.runs[0].intervals["recall@1"] == (1.0, 1.0)
    assert counted.holes.runs[0].intervals["recall@1"] == (0.5, 1.0)


def test_measures_without_bounds_are_left_out(make):
    run = make.run("run", {"q": ["u", "a"]})
    result = score(make.scoreset(make.query("q", {"a": 1})), [run], ("judged", "recall"), 2)
    assert list(result.holes.runs[0].intervals) == ["recall@2"]
