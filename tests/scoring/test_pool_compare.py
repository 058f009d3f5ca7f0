"""Pooling with runs to compare: what judging can still move, what is asked first, and when to stop."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from goldkit.files.canonical import sha256_text
from goldkit.library.score import score
from goldkit.records import Chunk, Judgment, Query, Run
from goldkit.results.pool import Pooled
from goldkit.review.queue import queue
from goldkit.scoring.options import ScoreOptions
from goldkit.scoring.pool import pool, save_pooled
from goldkit.scoring.pool_propose import Proposer
from goldkit.sets.golden import dev_set, read_golden
from goldkit.sets.pool_subject import pool_subject
from goldkit.sets.pooling import AHEAD
from goldkit.store.golden import GoldenDirectory
from goldkit.store.settings import Settings

AT = "2026-12-01T10:00:00Z"
NAMES = "abcdefgh"
CORPUS = [Chunk(id=name, text=f"text {name}", sha256=sha256_text(f"text {name}")) for name in NAMES]
OLD = Run(name="old", rankings={"q1": ("a", "b"), "q2": ("e", "f"), "q3": ("a",)})
NEW = Run(name="new", rankings={"q1": ("a", "c"), "q2": ("g", "d"), "q3": ("b",)})


def say(query: str, chunk: str, grade: int) -> Judgment:
    return Judgment(query=query, chunk=chunk, grade=grade, status="decided", source="human", by="ana", at=AT)


@pytest.fixture
def golden(tmp_path: Path) -> GoldenDirectory:
    directory = GoldenDirectory(tmp_path / "golden")
    directory.create()
    directory.write_settings(Settings(k=2))
    directory.rewrite_queries(lambda _: [Query(id=name, text=f"question {name}") for name in ("q1", "q2", "q3")])
    directory.append("judgments.jsonl", [say("q1", "a", 3), say("q2", "e", 2)])
    return directory


def pooled(golden: GoldenDirectory, *runs: Run, **more) -> Pooled:
    subject = pool_subject(golden, more.pop("name", "dev"))
    return pool(subject, runs or (OLD, NEW), CORPUS, **{"depth": 2, "at": AT, "bm25": False, **more})


def delta(golden: GoldenDirectory) -> float:
    result = score(dev_set(read_golden(golden)), [OLD, NEW], ["recall"], options=ScoreOptions(replicates=9))
    return result.deltas[0].delta


def test_the_interval_holds_every_way_of_judging_and_both_its_ends(golden):
    (comparison,) = pooled(golden).comparisons
    assert (comparison.queries, comparison.holes, comparison.settled) == (2, 5, False)
    holes = [("q1", "b"), ("q1", "c"), ("q2", "f"), ("q2", "g"), ("q2", "d")]
    before = (golden.path / "judgments.jsonl").read_bytes()
    found = []
    for grades in product((0, 3), repeat=len(holes)):
        golden.append("judgments.jsonl", [say(*pair, grade) for pair, grade in zip(holes, grades, strict=True)])
        found.append(delta(golden))
        (golden.path / "judgments.jsonl").write_bytes(before)
    assert (comparison.low, comparison.high) == pytest.approx((min(found), max(found)))
    assert comparison.width == pytest.approx(max(found) - min(found))


def test_judged_to_the_end_the_delta_is_the_score_s_and_it_is_settled(golden):
    golden.append("judgments.jsonl", [say("q2", "g", 3), say("q2", "d", 3), say("q2", "f", 0)])
    golden.append("judgments.jsonl", [say("q1", "b", 0), say("q1", "c", 3)])
    (comparison,) = pooled(golden).comparisons
    assert (comparison.settled, comparison.better, comparison.holes) == (True, "new", 0)
    assert comparison.low == comparison.high == pytest.approx(delta(golden))


def test_it_may_be_settled_long_before_all_is_judged(golden):
    golden.append("judgments.jsonl", [say("q1", "b", 0), say("q2", "g", 0), say("q2", "d", 0)])
    (comparison,) = pooled(golden).comparisons
    assert (comparison.low, comparison.high) == pytest.approx((-0.5, -0.25))
    assert (comparison.settled, comparison.better, comparison.holes) == (True, "old", 2)


def test_what_moves_the_comparison_most_is_asked_first_before_what_was_mined(golden):
    mined = Judgment(
        query="q3", chunk="h", grade=None, status="proposed", source="log", by="goldkit mine", at=AT, priority=12.5
    )
    golden.append("judgments.jsonl", [mined])
    save_pooled(golden, pooled(golden))
    items = queue(read_golden(golden), golden.judgments(), "ana", {})
    assert {item.query.id for item in items[:5]} == {"q1", "q2"}
    assert [(item.query.id, item.chunk) for item in items[5:]] == [
        ("q3", "h"),
        *[("q3", "a"), ("q3", "b")][:: _first(items)],
    ]
    assert all(item.priority > AHEAD for item in items[:5])


def _first(items) -> int:
    return 1 if [item.chunk for item in items if item.chunk in "ab" and item.query.id == "q3"] == ["a", "b"] else -1


def test_once_settled_nothing_goes_ahead_any_more(golden):
    save_pooled(golden, pooled(golden))
    golden.append("judgments.jsonl", [say("q1", "b", 0), say("q2", "g", 0), say("q2", "d", 0)])
    again = pooled(golden)
    assert again.comparisons[0].settled
    assert all((line.priority or 0) < 1 for line in again.proposals)


def test_steps_hold_few_pairs_at_first_and_no_more_than_what_gains(golden):
    names = [f"c{number}" for number in range(300)]
    corpus = [Chunk(id=name, text=name, sha256=sha256_text(name)) for name in names]
    queries = [Query(id=f"n{number:02}", text=f"number {number}") for number in range(30)]
    golden.rewrite_queries(lambda _: queries)
    golden.append("judgments.jsonl", [say(query.id, "c0", 3) for query in queries])
    old = Run(name="old", rankings={query.id: tuple(names[:5]) for query in queries})
    new = Run(name="new", rankings={query.id: tuple(names[3:8]) for query in queries})
    golden.write_settings(Settings(k=5))
    result = pool(pool_subject(golden), (old, new), corpus, depth=5, at=AT, bm25=False)
    steps = sorted({line.priority for line in result.proposals}, reverse=True)
    counts = [sum(line.priority == one for line in result.proposals) for one in steps]
    assert counts[0] == 16 and counts[1] == 32 and steps[0] == AHEAD + 20


def test_the_most_useful_are_asked_first_and_equal_ones_by_lot(golden):
    gains = {("q1", f"c{number:03}"): 1.0 - number // 40 / 100 for number in range(500)}
    steps = Proposer(pool_subject(golden), {}, AT, seed=3).steps(gains)
    first = sorted(pair for pair, step in steps.items() if step == max(steps.values()))
    equal = sorted(gains)[:40]
    assert len(first) == 16 and set(first) < set(equal) and first != equal[:16]
    assert max(steps[pair] for pair in sorted(gains)[48:]) < max(steps.values())
    assert Proposer(pool_subject(golden), {}, AT, seed=4).steps(gains) != steps


def test_more_runs_are_compared_with_the_first_and_their_order_moves_no_proposal(golden):
    third = Run(name="third", rankings={"q1": ("h", "d"), "q2": ("e",)})
    one, other = pooled(golden, OLD, NEW, third), pooled(golden, third, NEW, OLD)
    assert [(c.baseline, c.run) for c in one.comparisons] == [("old", "new"), ("old", "third")]
    assert one.proposals == other.proposals and one.batch == other.batch


def test_without_a_second_run_or_a_label_there_is_nothing_to_compare(golden):
    assert pooled(golden, OLD).comparisons == ()
    golden.append("judgments.jsonl", [replace(say("q1", "a", 0), at="2026-12-02T00:00:00Z"), say("q2", "e", 0)])
    golden.append("judgments.jsonl", [replace(say("q2", "e", 0), at="2026-12-02T00:00:00Z")])
    assert pooled(golden).comparisons == ()


def test_a_failed_retrieval_leaves_the_comparison(golden):
    broken = replace(NEW, rankings={"q1": ("a", "c")}, failed={"q2": "timeout"})
    (comparison,) = pooled(golden, OLD, broken).comparisons
    assert (comparison.queries, comparison.holes) == (1, 2)
    save_pooled(golden, pooled(golden))
    golden.append("judgments.jsonl", [say("q1", "b", 0), say("q2", "f", 0)])
    (comparison,) = pooled(golden, OLD, broken).comparisons
    assert (comparison.holes, comparison.judged) == (1, 1), "nor do its answers tell anything of the rest"


def test_an_uncut_primary_measure_is_bounded_by_true_ranks(golden):
    golden.write_settings(replace(golden.settings, primary="MRR"))
    deep = Run(name="deep", rankings={"q1": ("b", "c", "d", "a"), "q2": ("e",)})
    (comparison,) = pooled(golden, OLD, deep, depth=1).comparisons
    assert comparison.measure == "MRR" and comparison.holes == 1
    assert (comparison.low, comparison.high) == pytest.approx(((1 / 4 - 1) / 2, 0.0))


def test_what_moves_nothing_alone_is_asked_behind_what_does(golden):
    golden.append("judgments.jsonl", [say("q3", "a", 3)])
    one = Run(name="one", rankings={"q1": ("a", "b"), "q2": ("e", "f"), "q3": ("a", "h")})
    other = Run(name="other", rankings={"q1": ("a", "c"), "q2": ("g", "d"), "q3": ("c", "d")})
    steps = {(line.query, line.chunk): line.priority for line in pooled(golden, one, other).proposals}
    assert steps["q3", "h"] > AHEAD, "with c or d relevant it matters"
    many = dict.fromkeys(steps, 1.0) | {("q3", "h"): 1e-12} | {("q9", f"c{number}"): 1.0 for number in range(16)}
    ranked = Proposer(pool_subject(golden), {}, AT, seed=0).steps(many)
    assert ranked["q3", "h"] < max(ranked.values())


def judged_pool(golden: GoldenDirectory, queries: int = 30) -> tuple[Run, Run]:
    """Two runs over queries of which each has one relevant label; of 20 all was judged, and of 7 `e` is relevant."""
    names = [f"n{number:02}" for number in range(queries)]
    golden.rewrite_queries(lambda _: [Query(id=name, text=f"number {name}") for name in names])
    golden.append("judgments.jsonl", [say(name, "a", 3) for name in names])
    golden.write_settings(Settings(k=4))
    old = Run(name="old", rankings=dict.fromkeys(names, ("a", "b", "c", "d")))
    new = Run(name="new", rankings=dict.fromkeys(names, ("a", "e", "f", "g")))
    save_pooled(golden, pooled(golden, old, new, depth=4))
    golden.append(
        "judgments.jsonl",
        [say(name, chunk, 3 * (chunk == "e" and name in names[:20:3])) for name in names[:20] for chunk in "bcdefg"],
    )
    return old, new


def test_the_expected_delta_goes_by_which_run_alone_found_what_was_relevant(golden):
    old, new = judged_pool(golden)
    (comparison,) = pooled(golden, old, new, depth=4).comparisons
    done = dev_set(read_golden(golden))
    now = score(done, [old, new], ["recall"], options=ScoreOptions(replicates=9)).deltas[0].delta
    assert comparison.judged == 120 and now == pytest.approx(7 * 0.5 / 30)
    assert comparison.expected - now == pytest.approx(7 / 60 * 30 * 0.5 / 30, rel=0.25), (
        "7 in 60 of new's 30 open pairs"
    )
    assert 0.01 < comparison.expected_error < 0.1
    (turned,) = pooled(golden, new, old, depth=4).comparisons
    assert turned.expected == pytest.approx(-comparison.expected)
    assert turned.expected_error == pytest.approx(comparison.expected_error)


def test_what_the_run_alone_found_that_had_relevant_ones_is_asked_first(golden):
    old, new = judged_pool(golden)
    again = pooled(golden, old, new, depth=4).proposals
    first = [line.chunk for line in again if line.priority == max(one.priority for one in again)]
    assert len(first) == 16 and set(first) <= set("efg")


def test_with_few_answers_nothing_is_expected(golden):
    save_pooled(golden, pooled(golden))
    golden.append("judgments.jsonl", [say("q1", "b", 0), say("q2", "f", 3)])
    (comparison,) = pooled(golden).comparisons
    assert (comparison.judged, comparison.expected, comparison.expected_error) == (2, None, None)
