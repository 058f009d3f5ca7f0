"""Pooling through the library: what is asked, what is not, and that nobody can tell which run found it."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest
from scipy.stats import spearmanr

from goldkit.errors import DataError, UsageError
from goldkit.files import canonical
from goldkit.files.canonical import sha256_text
from goldkit.records import Chunk, Copy, Judgment, Query, Run
from goldkit.results.pool import PoolCounts
from goldkit.scoring.pool import pool, save_pooled
from goldkit.sets.golden import read_golden
from goldkit.sets.overview import overview
from goldkit.sets.pool_subject import pool_subject

AT = "2026-12-01T10:00:00Z"


def test_the_union_without_what_a_label_or_a_copy_settles(kiln, golden):
    result = kiln.pooled(golden)
    assert kiln.asked(result) == [
        ("hot", "kiln#2"), ("hot", "oven"), ("mix", "shop"), ("mix", "sieve"), ("rest", "clay"), ("rest", "kiln#2"),
    ]  # fmt: skip
    assert result.pairs == PoolCounts(judged=3, missing=1, open=6) and result.pairs.total == 10
    assert (result.queries, result.covered, result.unanswerable, result.asking, result.most) == (3, 3, 1, 3, 2)
    assert (result.lacking, result.lacking_named, result.new, result.queued) == (1, "gone", 6, 0)


def test_only_the_first_results_are_taken(kiln, golden):
    assert kiln.asked(kiln.pooled(golden, depth=1)) == [("hot", "kiln#2"), ("mix", "sieve"), ("rest", "clay")]


def test_the_word_search_adds_what_no_run_found_and_reads_a_follow_up_with_the_turn_before(kiln, golden):
    (only,) = [Run(name="a", rankings={"mix": ("glaze",)})]
    assert kiln.asked(kiln.pooled(golden, [only])) == []
    found = kiln.asked(kiln.pooled(golden, [only], bm25=True, depth=2))
    assert ("rest", "clay") in found and ("hot", "kiln#2") in found
    assert not [pair for pair in found if pair[0] == "never"]


def test_a_disputed_pair_is_not_asked_again(kiln, golden):
    golden.append("judgments.jsonl", [kiln.say("hot", "oven", 0), kiln.say("hot", "oven", 3, by="ben")])
    result = kiln.pooled(golden)
    assert ("hot", "oven") not in kiln.asked(result) and result.pairs.disputed == 1


def test_of_copies_one_is_asked_and_the_others_follow_its_verdict(kiln, golden):
    same = {"jaccard": 1.0, "containment": (1.0, 1.0), "verdict": "same", "by": "ana", "at": AT}
    golden.append("copies.jsonl", [Copy(a="shop", b="sieve", **same)])
    result = kiln.pooled(golden)
    (mine,) = [pair for pair in kiln.asked(result) if pair[0] == "mix"]
    assert result.pairs.copies == 1
    save_pooled(golden, result)
    assert kiln.asked(kiln.pooled(golden, seed=8)) == kiln.asked(result), "whoever was asked first stays the one"
    golden.append("judgments.jsonl", [kiln.say(*mine, 0)])
    assert kiln.pooled(golden).pairs.judged == result.pairs.judged + 2


def test_proposals_are_no_labels_and_wait_in_the_queue_with_their_texts(kiln, golden):
    before = read_golden(golden)
    save_pooled(golden, kiln.pooled(golden))
    after = read_golden(golden)
    assert {name: after.labels(name) for name in after.queries} == {
        name: before.labels(name) for name in before.queries
    }
    assert after.labels("rest", "proposed") == {}, "ungraded, they count for nobody"
    assert {chunk.id for chunk in after.chunks} == {"kiln#2", "oven", "shop", "sieve", "clay"}
    status = overview(golden)
    assert (status.labels.pooled, status.batches) == (6, 0)
    assert status.next.command == "goldkit review"


def test_no_byte_tells_a_run_a_rank_or_the_order_of_the_runs(kiln, golden, tmp_path):
    forward, backward = (
        kiln.pooled(golden, bm25=True),
        kiln.pooled(golden, kiln.runs[::-1], kiln.corpus[::-1], bm25=True),
    )
    assert replace(forward, comparisons=()) == replace(backward, comparisons=())
    renamed = [Run(name=f"x{place}", rankings=run.rankings) for place, run in enumerate(kiln.runs)]
    assert replace(kiln.pooled(golden, renamed, bm25=True), comparisons=()) == replace(forward, comparisons=())
    save_pooled(golden, forward)
    written = b"".join(kiln.tree(golden.path).values())
    assert b"secret" not in written and b"rank" not in written
    keys = {frozenset(line) for line in map(fields, golden.judgments()) if line["source"] == "pool"}
    assert keys == {frozenset(["query", "chunk", "grade", "status", "source", "by", "at", "text_sha256", "priority"])}


def fields(line: Judgment) -> dict[str, object]:
    return json.loads(canonical.line(line))


def test_the_order_is_drawn_by_lot_and_depends_on_no_rank(kiln, golden):
    """Over many queries the run that found a pair, and its rank, must say nothing about the place in the queue."""
    generator = random.Random(4)
    names = [f"c{number}" for number in range(400)]
    queries = [Query(id=f"q{number:03}", text=f"question {number}") for number in range(200)]
    rankings = {query.id: tuple(generator.sample(names, 10)) for query in queries}
    corpus = [Chunk(id=name, text=name, sha256=sha256_text(name)) for name in names]
    golden.rewrite_queries(lambda _: queries)
    subject = pool_subject(golden)
    result = pool(subject, [Run(name="a", rankings=rankings)], corpus, depth=10, at=AT, bm25=False)
    ranks = [rankings[line.query].index(line.chunk) for line in result.proposals]
    assert abs(spearmanr(ranks, range(len(ranks))).statistic) < 0.06
    assert abs(spearmanr(ranks, [line.priority for line in result.proposals]).statistic) < 0.06


def test_pooled_twice_nothing_is_added_twice(kiln, golden):
    first = kiln.pooled(golden)
    save_pooled(golden, first)
    before = kiln.tree(golden.path)
    again = kiln.pooled(golden, at="2027-01-01T00:00:00Z")
    save_pooled(golden, again)
    assert kiln.tree(golden.path) == before
    assert (again.new, again.queued) == (0, 6)


def test_a_single_run_pooled_twice_adds_nothing_with_another_seed_either(kiln, golden):
    save_pooled(golden, kiln.pooled(golden, kiln.runs[:1]))
    before = kiln.tree(golden.path)
    save_pooled(golden, kiln.pooled(golden, kiln.runs[:1], seed=5))
    assert kiln.tree(golden.path) == before


def test_more_runs_later_add_only_what_is_new(kiln, golden):
    save_pooled(golden, kiln.pooled(golden, kiln.runs[:1]))
    save_pooled(golden, kiln.pooled(golden))
    lines = [(line.query, line.chunk) for line in golden.judgments() if line.source == "pool"]
    assert len(set(lines)) == 6
    again = sorted(pair for pair in set(lines) if lines.count(pair) > 1)
    assert again == [("hot", "oven"), ("mix", "shop")], "two runs can be compared, and these are worth more now"
    assert len([batch for batch in golden.batches() if batch.reader == "pool"]) == 2


def test_what_a_text_says_now_is_asked_anew(kiln, golden):
    save_pooled(golden, kiln.pooled(golden))
    edited = [replace(one, text="new", sha256=sha256_text("new")) if one.id == "oven" else one for one in kiln.corpus]
    save_pooled(golden, kiln.pooled(golden, corpus=edited))
    lines = [line.text_sha256 for line in golden.judgments() if line.chunk == "oven" and line.source == "pool"]
    assert lines == [next(one.sha256 for one in kiln.corpus if one.id == "oven"), sha256_text("new")]


def test_what_was_judged_is_not_asked_again(kiln, golden):
    save_pooled(golden, kiln.pooled(golden))
    golden.append("judgments.jsonl", [kiln.say("hot", "kiln#2", 0), kiln.say("rest", "clay", 3)])
    again = kiln.pooled(golden)
    assert kiln.asked(again) == [("hot", "oven"), ("mix", "shop"), ("mix", "sieve"), ("rest", "kiln#2")]


@pytest.mark.parametrize(
    ("runs", "expected"),
    [
        ([Run(name="a", rankings={"other": ("kiln#1",)})], "no result for any query"),
        ([Run(name="a", rankings={"hot": ()})], "no result for any query"),
        ([Run(name="a", rankings={"HOT": ("kiln#1",)})], "The ids differ by case"),
        ([Run(name="a", rankings={"hot": ("x", "y")})], "none of 2 chunks in the corpus"),
        ([Run(name="a", rankings={"hot": ("KILN#1",)})], "The ids differ by case: 'KILN#1' here, 'kiln#1' there"),
    ],
)
def test_runs_that_do_not_fit_are_refused(kiln, golden, runs, expected):
    with pytest.raises(DataError, match="found") as caught:
        kiln.pooled(golden, runs)
    assert expected in str(caught.value)


def test_wrong_requests(kiln, golden):
    with pytest.raises(UsageError, match="--depth 0"):
        kiln.pooled(golden, depth=0)
    with pytest.raises(UsageError, match="which has dev"):
        pool_subject(golden, "core")
    golden.rewrite_queries(lambda _: [])
    with pytest.raises(UsageError, match="no query to pool for"):
        kiln.pooled(golden)
