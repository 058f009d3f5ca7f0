"""Pooling through the library: what is asked, what is not, and that nobody can tell which run found it."""

from __future__ import annotations

import json
import pickle
import random
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from scipy.stats import spearmanr

from goldkit.errors import DataError, UsageError
from goldkit.files import canonical
from goldkit.files.canonical import sha256_text
from goldkit.holdout.freeze import freeze
from goldkit.records import Chunk, Copy, Judgment, Query, Run
from goldkit.results.pool import PoolCounts, Pooled
from goldkit.scoring.pool import pool, save_pooled
from goldkit.sets.frozen import open_frozen
from goldkit.sets.golden import read_golden
from goldkit.sets.overview import overview
from goldkit.sets.pool_subject import pool_subject
from goldkit.store.golden import GoldenDirectory

AT = "2026-12-01T10:00:00Z"
CORPUS = tuple(
    Chunk(id=name, text=text, sha256=sha256_text(text))
    for name, text in {
        "kiln#1": "The kiln is lit at six and is hot at nine.",
        "kiln#2": "Open the kiln only when it is cold.",
        "kiln#3": "The kiln is lit at six, and is hot at nine.",
        "glaze": "Glaze is mixed with rain water.",
        "clay": "Clay rests for two days.",
        "oven": "An oven bakes bread; a kiln does not.",
        "shop": "The shop opens at ten.",
        "sieve": "Sieve the ash twice.",
    }.items()
)
QUERIES = (
    Query(id="hot", text="when is the kiln hot?"),
    Query(id="mix", text="what is glaze mixed with?"),
    Query(id="rest", text="and how long?", context="how long does clay rest?"),
    Query(id="never", text="who won the cup?", answerable="no"),
)
SECRET_A = {"hot": ("kiln#1", "oven", "gone"), "mix": ("glaze", "shop"), "rest": ("clay", "kiln#2")}
SECRET_B = {"hot": ("kiln#2", "kiln#1", "kiln#3"), "mix": ("sieve",), "never": ("shop",)}
RUNS = (Run(name="dense-secret", rankings=SECRET_A), Run(name="hybrid-secret", rankings=SECRET_B))


def say(query: str, chunk: str, grade: int, by: str = "ana") -> Judgment:
    return Judgment(query=query, chunk=chunk, grade=grade, status="decided", source="human", by=by, at=AT)


@pytest.fixture
def golden(tmp_path: Path) -> GoldenDirectory:
    directory = GoldenDirectory(tmp_path / "golden")
    directory.create()
    directory.rewrite_queries(lambda _: QUERIES)
    directory.append("judgments.jsonl", [say("hot", "kiln#1", 3), say("mix", "glaze", 3)])
    copy = {"jaccard": 0.9, "containment": (0.95, 0.95), "verdict": "same", "by": "goldkit widen", "at": AT}
    directory.append("copies.jsonl", [Copy(a="kiln#1", b="kiln#3", **copy)])
    return directory


def pooled(golden: GoldenDirectory, runs: Sequence[Run] = RUNS, corpus: Sequence[Chunk] = CORPUS, **more) -> Pooled:
    subject = pool_subject(golden, more.pop("name", "dev"))
    return pool(subject, runs, corpus, **{"depth": 3, "at": AT, "bm25": False, **more})


def asked(result: Pooled) -> list[tuple[str, str]]:
    return sorted((line.query, line.chunk) for line in result.proposals)


def tree(folder: Path) -> dict[str, bytes]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != ".lock")
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_the_union_without_what_a_label_or_a_copy_settles(golden):
    result = pooled(golden)
    assert asked(result) == [
        ("hot", "kiln#2"), ("hot", "oven"), ("mix", "shop"), ("mix", "sieve"), ("rest", "clay"), ("rest", "kiln#2"),
    ]  # fmt: skip
    assert result.pairs == PoolCounts(judged=3, missing=1, open=6) and result.pairs.total == 10
    assert (result.queries, result.covered, result.unanswerable, result.asking, result.most) == (3, 3, 1, 3, 2)
    assert (result.lacking, result.lacking_named, result.new, result.queued) == (1, "gone", 6, 0)


def test_only_the_first_results_are_taken(golden):
    assert asked(pooled(golden, depth=1)) == [("hot", "kiln#2"), ("mix", "sieve"), ("rest", "clay")]


def test_the_word_search_adds_what_no_run_found_and_reads_a_follow_up_with_the_turn_before(golden):
    (only,) = [Run(name="a", rankings={"mix": ("glaze",)})]
    assert asked(pooled(golden, [only])) == []
    found = asked(pooled(golden, [only], bm25=True, depth=2))
    assert ("rest", "clay") in found and ("hot", "kiln#2") in found
    assert not [pair for pair in found if pair[0] == "never"]


def test_a_disputed_pair_is_not_asked_again(golden):
    golden.append("judgments.jsonl", [say("hot", "oven", 0), say("hot", "oven", 3, by="ben")])
    result = pooled(golden)
    assert ("hot", "oven") not in asked(result) and result.pairs.disputed == 1


def test_of_copies_one_is_asked_and_the_others_follow_its_verdict(golden):
    same = {"jaccard": 1.0, "containment": (1.0, 1.0), "verdict": "same", "by": "ana", "at": AT}
    golden.append("copies.jsonl", [Copy(a="shop", b="sieve", **same)])
    result = pooled(golden)
    (mine,) = [pair for pair in asked(result) if pair[0] == "mix"]
    assert result.pairs.copies == 1
    save_pooled(golden, result)
    assert asked(pooled(golden, seed=8)) == asked(result), "whoever was asked first stays the one"
    golden.append("judgments.jsonl", [say(*mine, 0)])
    assert pooled(golden).pairs.judged == result.pairs.judged + 2


def test_proposals_are_no_labels_and_wait_in_the_queue_with_their_texts(golden):
    before = read_golden(golden)
    save_pooled(golden, pooled(golden))
    after = read_golden(golden)
    assert {name: after.labels(name) for name in after.queries} == {
        name: before.labels(name) for name in before.queries
    }
    assert after.labels("rest", "proposed") == {}, "ungraded, they count for nobody"
    assert {chunk.id for chunk in after.chunks} == {"kiln#2", "oven", "shop", "sieve", "clay"}
    status = overview(golden)
    assert (status.labels.pooled, status.batches) == (6, 0)
    assert status.next.command == "goldkit review"


def test_no_byte_tells_a_run_a_rank_or_the_order_of_the_runs(golden, tmp_path):
    forward, backward = pooled(golden, bm25=True), pooled(golden, RUNS[::-1], CORPUS[::-1], bm25=True)
    assert replace(forward, comparisons=()) == replace(backward, comparisons=())
    renamed = [Run(name=f"x{place}", rankings=run.rankings) for place, run in enumerate(RUNS)]
    assert replace(pooled(golden, renamed, bm25=True), comparisons=()) == replace(forward, comparisons=())
    save_pooled(golden, forward)
    written = b"".join(tree(golden.path).values())
    assert b"secret" not in written and b"rank" not in written
    keys = {frozenset(line) for line in map(fields, golden.judgments()) if line["source"] == "pool"}
    assert keys == {frozenset(["query", "chunk", "grade", "status", "source", "by", "at", "text_sha256", "priority"])}


def fields(line: Judgment) -> dict[str, object]:
    return json.loads(canonical.line(line))


def test_the_order_is_drawn_by_lot_and_depends_on_no_rank(golden):
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


def test_pooled_twice_nothing_is_added_twice(golden):
    first = pooled(golden)
    save_pooled(golden, first)
    before = tree(golden.path)
    again = pooled(golden, at="2027-01-01T00:00:00Z")
    save_pooled(golden, again)
    assert tree(golden.path) == before
    assert (again.new, again.queued) == (0, 6)


def test_a_single_run_pooled_twice_adds_nothing_with_another_seed_either(golden):
    save_pooled(golden, pooled(golden, RUNS[:1]))
    before = tree(golden.path)
    save_pooled(golden, pooled(golden, RUNS[:1], seed=5))
    assert tree(golden.path) == before


def test_more_runs_later_add_only_what_is_new(golden):
    save_pooled(golden, pooled(golden, RUNS[:1]))
    save_pooled(golden, pooled(golden))
    lines = [(line.query, line.chunk) for line in golden.judgments() if line.source == "pool"]
    assert len(set(lines)) == 6
    again = sorted(pair for pair in set(lines) if lines.count(pair) > 1)
    assert again == [("hot", "oven"), ("mix", "shop")], "two runs can be compared, and these are worth more now"
    assert len([batch for batch in golden.batches() if batch.reader == "pool"]) == 2


def test_what_a_text_says_now_is_asked_anew(golden):
    save_pooled(golden, pooled(golden))
    edited = [replace(one, text="new", sha256=sha256_text("new")) if one.id == "oven" else one for one in CORPUS]
    save_pooled(golden, pooled(golden, corpus=edited))
    lines = [line.text_sha256 for line in golden.judgments() if line.chunk == "oven" and line.source == "pool"]
    assert lines == [next(one.sha256 for one in CORPUS if one.id == "oven"), sha256_text("new")]


def test_what_was_judged_is_not_asked_again(golden):
    save_pooled(golden, pooled(golden))
    golden.append("judgments.jsonl", [say("hot", "kiln#2", 0), say("rest", "clay", 3)])
    again = pooled(golden)
    assert asked(again) == [("hot", "oven"), ("mix", "shop"), ("mix", "sieve"), ("rest", "kiln#2")]


def frozen(golden: GoldenDirectory) -> Path:
    freeze(golden, "core", 1.0, 1, k=3, at=AT)
    return golden.path / "frozen" / "core"


def test_a_frozen_set_stays_as_it_is_and_what_is_judged_since_is_known(golden):
    folder = frozen(golden)
    sealed, split = tree(folder), golden.split()
    first = pooled(golden, name="core")
    assert asked(first) == [("hot", "kiln#2"), ("hot", "oven"), ("mix", "shop"), ("mix", "sieve")]
    save_pooled(golden, first)
    golden.append("judgments.jsonl", [say("hot", "kiln#2", 3)])
    again = pooled(golden, name="core")
    assert asked(again) == [("hot", "oven"), ("mix", "shop"), ("mix", "sieve")]
    assert tree(folder) == sealed and golden.split() == split and golden.ledger() == []
    assert [label.chunk for label in open_frozen(folder).labels] == ["kiln#1", "kiln#3", "glaze"]
    hot = next(query for query in pool_subject(golden, "core").queries if query.id == "hot")
    assert [fact.any for fact in hot.facts] == [("kiln#1", "kiln#3"), ("kiln#2",)]


def test_a_copy_found_since_joins_its_sealed_fact(golden):
    frozen(golden)
    same = {"jaccard": 1.0, "containment": (1.0, 1.0), "verdict": "same", "by": "ana", "at": AT}
    golden.append("copies.jsonl", [Copy(a="kiln#1", b="oven", **same)])
    hot = next(query for query in pool_subject(golden, "core").queries if query.id == "hot")
    assert [fact.any for fact in hot.facts] == [("kiln#1", "kiln#3", "oven")]
    assert asked(pooled(golden, name="core")) == [("hot", "kiln#2"), ("mix", "shop"), ("mix", "sieve")]


def test_a_later_judgment_on_a_sealed_pair_changes_no_sealed_label(golden):
    frozen(golden)
    golden.append("judgments.jsonl", [replace(say("hot", "kiln#1", 0), at="2026-12-05T00:00:00Z")])
    hot = next(query for query in pool_subject(golden, "core").queries if query.id == "hot")
    assert hot.labels["kiln#1"].grade == 3
    assert [fact.any for fact in hot.facts] == [("kiln#1", "kiln#3")]


def test_the_counts_of_a_frozen_set_name_nothing(golden):
    frozen(golden)
    result = pooled(golden, name="core", bm25=True)
    said = str(result.to_dict())
    assert not [name for name in ("hot", "mix", "rest", "kiln", "glaze", "gone") if name in said]
    (comparison,) = result.comparisons
    assert (comparison.low, comparison.high, comparison.better, comparison.expected) == (None, None, None, None)
    assert comparison.width > 0 and not comparison.settled


def test_a_manifest_says_how_its_labels_were_pooled(golden):
    save_pooled(golden, pooled(golden))
    save_pooled(golden, pooled(golden, bm25=True, depth=2))
    manifest = open_frozen(frozen(golden)).manifest
    depths = [(one["depth"], one["bm25"], len(one["runs"])) for one in manifest.pool["poolings"]]
    assert sorted(depths) == [(2, True, 2), (3, False, 2)]
    assert manifest.pool["proposed"] == len(
        [one for one in golden.judgments() if one.source == "pool" and one.query != "rest"]
    )
    assert "secret" not in str(manifest.pool)


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
def test_runs_that_do_not_fit_are_refused(golden, runs, expected):
    with pytest.raises(DataError, match="found") as caught:
        pooled(golden, runs)
    assert expected in str(caught.value)


def test_a_refusal_about_a_frozen_set_names_none_of_its_queries(golden):
    frozen(golden)
    for runs in ([Run(name="a", rankings={"HOT": ("kiln#1",)})], [Run(name="a", rankings={"hot": ("KILN#1",)})]):
        with pytest.raises(DataError) as caught:
            pooled(golden, runs, name="core")
        assert "'hot'" not in str(caught.value) and "kiln#1" not in str(caught.value)


def test_wrong_requests(golden):
    with pytest.raises(UsageError, match="--depth 0"):
        pooled(golden, depth=0)
    with pytest.raises(UsageError, match="which has dev"):
        pool_subject(golden, "core")
    golden.rewrite_queries(lambda _: [])
    with pytest.raises(UsageError, match="no query to pool for"):
        pooled(golden)


KILLED = """
import os, pickle, signal, sys
from goldkit.scoring.pool import save_pooled
from goldkit.store.golden import GoldenDirectory

left = int(sys.argv[2])
def deadly(call):
    def wrapped(*arguments, **named):
        global left
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        left -= 1
        return call(*arguments, **named)
    return wrapped
result = pickle.load(sys.stdin.buffer)
for name in ("fsync", "write", "replace"):
    setattr(os, name, deadly(getattr(os, name)))
save_pooled(GoldenDirectory(sys.argv[1]), result)
"""


def test_killed_at_any_step_the_directory_reads_and_the_same_command_completes_it(golden):
    start, result = tree(golden.path), pooled(golden)
    save_pooled(golden, result)
    done = tree(golden.path)
    steps = 0
    while True:
        for name in done:
            (golden.path / name).unlink()
        for name, data in start.items():
            (golden.path / name).write_bytes(data)
        command = [sys.executable, "-c", KILLED, str(golden.path), str(steps)]
        status = subprocess.run(command, input=pickle.dumps(result), timeout=60).returncode
        read_golden(golden)
        if status == 0:
            break
        assert status == -9
        steps += 1
        save_pooled(golden, pooled(golden))
        assert tree(golden.path) == done
    assert steps >= 5
