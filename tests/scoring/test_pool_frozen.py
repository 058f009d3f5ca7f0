"""Pooling for a frozen set, and through crashes: what is sealed stays, and nothing is half written."""

from __future__ import annotations

import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from goldkit.errors import DataError
from goldkit.holdout.freeze import freeze
from goldkit.records import Copy, Run
from goldkit.scoring.pool import save_pooled
from goldkit.sets.frozen import open_frozen, read_frozen
from goldkit.sets.golden import read_golden
from goldkit.sets.pool_subject import pool_subject
from goldkit.store.golden import GoldenDirectory

AT = "2026-12-01T10:00:00Z"


def frozen(golden: GoldenDirectory) -> Path:
    freeze(golden, "core", 1.0, 1, k=3, at=AT)
    return golden.path / "frozen" / "core"


def test_a_frozen_set_stays_as_it_is_and_what_is_judged_since_is_known(kiln, golden):
    folder = frozen(golden)
    sealed, split = kiln.tree(folder), golden.split()
    first = kiln.pooled(golden, name="core")
    assert kiln.asked(first) == [("hot", "kiln#2"), ("hot", "oven"), ("mix", "shop"), ("mix", "sieve")]
    save_pooled(golden, first)
    golden.append("judgments.jsonl", [kiln.say("hot", "kiln#2", 3)])
    again = kiln.pooled(golden, name="core")
    assert kiln.asked(again) == [("hot", "oven"), ("mix", "shop"), ("mix", "sieve")]
    assert kiln.tree(folder) == sealed and golden.split() == split and golden.ledger() == []
    assert [label.chunk for label in open_frozen(folder).labels] == ["kiln#1", "kiln#3", "glaze"]
    hot = next(query for query in pool_subject(golden, "core").queries if query.id == "hot")
    assert [fact.any for fact in hot.facts] == [("kiln#1", "kiln#3"), ("kiln#2",)]


def test_a_copy_found_since_joins_its_sealed_fact(kiln, golden):
    frozen(golden)
    same = {"jaccard": 1.0, "containment": (1.0, 1.0), "verdict": "same", "by": "ana", "at": AT}
    golden.append("copies.jsonl", [Copy(a="kiln#1", b="oven", **same)])
    hot = next(query for query in pool_subject(golden, "core").queries if query.id == "hot")
    assert [fact.any for fact in hot.facts] == [("kiln#1", "kiln#3", "oven")]
    assert kiln.asked(kiln.pooled(golden, name="core")) == [("hot", "kiln#2"), ("mix", "shop"), ("mix", "sieve")]


def test_a_later_judgment_on_a_sealed_pair_changes_no_sealed_label(kiln, golden):
    frozen(golden)
    golden.append("judgments.jsonl", [replace(kiln.say("hot", "kiln#1", 0), at="2026-12-05T00:00:00Z")])
    hot = next(query for query in pool_subject(golden, "core").queries if query.id == "hot")
    assert hot.labels["kiln#1"].grade == 3
    assert [fact.any for fact in hot.facts] == [("kiln#1", "kiln#3")]


def test_the_counts_of_a_frozen_set_name_nothing(kiln, golden):
    frozen(golden)
    result = kiln.pooled(golden, name="core", bm25=True)
    said = str(result.to_dict())
    assert not [name for name in ("hot", "mix", "rest", "kiln", "glaze", "gone") if name in said]
    (comparison,) = result.comparisons
    assert (comparison.low, comparison.high, comparison.better, comparison.expected) == (None, None, None, None)
    assert comparison.width > 0 and not comparison.settled


def test_a_manifest_says_how_its_labels_were_pooled(kiln, golden):
    save_pooled(golden, kiln.pooled(golden))
    save_pooled(golden, kiln.pooled(golden, bm25=True, depth=2))
    manifest = open_frozen(frozen(golden)).manifest
    depths = [(one["depth"], one["bm25"], len(one["runs"])) for one in manifest.pool["poolings"]]
    assert sorted(depths) == [(2, True, 2), (3, False, 2)]
    assert manifest.pool["proposed"] == len(
        [one for one in golden.judgments() if one.source == "pool" and one.query != "rest"]
    )
    assert "secret" not in str(manifest.pool)


@pytest.mark.parametrize("answers", [0, 1])
def test_what_was_pooled_and_never_judged_takes_no_bias_from_a_sealed_set(kiln, golden, answers):
    save_pooled(golden, kiln.pooled(golden))
    waiting = [one for one in golden.judgments() if one.source == "pool" and one.query == "hot"]
    golden.append("judgments.jsonl", [kiln.say("hot", one.chunk, 0) for one in waiting[:answers]])
    golden.rewrite_queries(lambda queries: [replace(query, origin="log") for query in queries.values()])
    scored, manifest = read_frozen(frozen(golden))
    assert manifest.pool["judged"] == answers
    assert bool(scored.shown_only) == (answers == 0)


def test_a_refusal_about_a_frozen_set_names_none_of_its_queries(kiln, golden):
    frozen(golden)
    for runs in ([Run(name="a", rankings={"HOT": ("kiln#1",)})], [Run(name="a", rankings={"hot": ("KILN#1",)})]):
        with pytest.raises(DataError) as caught:
            kiln.pooled(golden, runs, name="core")
        assert "'hot'" not in str(caught.value) and "kiln#1" not in str(caught.value)


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


def test_killed_at_any_step_the_directory_reads_and_the_same_command_completes_it(kiln, golden):
    start, result = kiln.tree(golden.path), kiln.pooled(golden)
    save_pooled(golden, result)
    done = kiln.tree(golden.path)
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
        save_pooled(golden, kiln.pooled(golden))
        assert kiln.tree(golden.path) == done
    assert steps >= 5
